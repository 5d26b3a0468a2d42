-- The relation system in PostgreSQL. Names no schema: it is created in the first one of the
-- search_path. One row tables carry id = 1 and are never deleted from.

-- Types, and few CHECKs: the server reads a CHECK anew for every statement that writes.
CREATE TYPE relation_state AS ENUM ('ACTIVE', 'PENDING', 'REMOVED');
CREATE TYPE post_visibility AS ENUM ('PUBLIC', 'FOLLOWERS', 'SELF');
CREATE DOMAIN pair_version AS bigint CHECK (VALUE >= 0);
CREATE DOMAIN event_version AS bigint CHECK (VALUE > 0);
CREATE DOMAIN only_row AS integer CHECK (VALUE = 1);

-- Truth ------------------------------------------------------------------------------------------

-- Never deleted, so that no other table needs a foreign key (whose row locks would be steps that
-- nobody named): a deleted account keeps its row.
CREATE TABLE account (
  id         bigint PRIMARY KEY,
  private    boolean NOT NULL DEFAULT false,
  deleted_at timestamptz
);

-- R1. Version 0 is the placeholder for "never followed" (R9).
CREATE TABLE relation (
  follower bigint         NOT NULL,
  followee bigint         NOT NULL,
  state    relation_state NOT NULL,
  version  pair_version   NOT NULL,
  PRIMARY KEY (follower, followee),
  CHECK (follower <> followee)
);
CREATE INDEX relation_by_followee ON relation (followee, follower) WHERE state = 'ACTIVE';

CREATE TABLE block (
  blocker bigint NOT NULL,
  blocked bigint NOT NULL,
  PRIMARY KEY (blocker, blocked),
  CHECK (blocker <> blocked)
);

-- R2, R6.
CREATE TABLE relation_event (
  seq      bigint         PRIMARY KEY,
  follower bigint         NOT NULL,
  followee bigint         NOT NULL,
  state    relation_state NOT NULL,
  version  event_version  NOT NULL,
  UNIQUE (follower, followee, version)
);

-- The end of the log. Its row lock, held until COMMIT, makes seq order the commit order.
CREATE TABLE event_seq (
  id   only_row PRIMARY KEY,
  last bigint   NOT NULL
);
INSERT INTO event_seq (id, last) VALUES (1, 0);

CREATE TABLE post (
  id         bigint          PRIMARY KEY,
  author     bigint          NOT NULL,
  visibility post_visibility NOT NULL,
  acl_token  bigint          NOT NULL
);

-- Projection -------------------------------------------------------------------------------------

CREATE TABLE proj_follower (
  followee bigint         NOT NULL,
  follower bigint         NOT NULL,
  state    relation_state NOT NULL,
  version  bigint         NOT NULL,
  PRIMARY KEY (followee, follower)
);

CREATE TABLE proj_count (
  followee  bigint PRIMARY KEY,
  followers bigint NOT NULL
);

CREATE TABLE proj_seen (
  seq bigint PRIMARY KEY
);

-- A new projection serves: the empty view is right about an empty truth.
CREATE TABLE proj_watermark (
  id           only_row PRIMARY KEY,
  applied_upto bigint   NOT NULL,
  serving      boolean  NOT NULL
);
INSERT INTO proj_watermark (id, applied_upto, serving) VALUES (1, 0, true);
