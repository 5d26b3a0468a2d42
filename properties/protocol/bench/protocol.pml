/* follow, unfollow, block and unblock of two users (1 follows 2, 2 blocks 1) as the services do
 * them, over an abstract Read Committed store: the protocol of `explorer_bench`, for Spin.
 *
 * Three sessions, two operations each, each chosen freely. Every statement is one atomic step; a
 * statement that has to wait is a step too, after which the session waits its turn. As in our
 * machine: rows have a committed and an uncommitted value, FOR UPDATE queues are first come first
 * served, INSERT ... ON CONFLICT DO NOTHING waits for whoever has written the key and not ended,
 * a read sees what is committed and what is its own.
 */
#define SESSIONS 3
#define OPERATIONS 2
#define PAIRS 2   /* 0 is 1 -> 2, 1 is 2 -> 1 */
#define ABSENT 0
#define REMOVED 1
#define ACTIVE 3

#define FOLLOW 0
#define UNFOLLOW 1
#define BLOCK 2
#define UNBLOCK 3

/* Relations: state and version. */
byte state_now[PAIRS], state_next[PAIRS], owner[PAIRS];
byte version_now[PAIRS], version_next[PAIRS];
bool wrote[PAIRS];
byte queue[PAIRS];            /* how many wait FOR UPDATE */
byte ticket[SESSIONS];        /* place in such a queue; 0 = none */
/* 2 has blocked 1. */
bool block_now, block_next, block_wrote;
byte block_owner;
/* The end of the log, and up to where it is committed. */
byte seq_now, seq_next, seq_owner, seq_queue, seq_ticket[SESSIONS];
byte committed;
/* The version of the last event of each pair. */
byte log_now[PAIRS], log_next[PAIRS];

#define HELD(p)    (owner[p] != 0 && owner[p] != _pid + 1)
#define MINE(p)    (owner[p] == _pid + 1 && wrote[p])
#define STATE(p)   (MINE(p) -> state_next[p] : state_now[p])
#define VERSION(p) (MINE(p) -> version_next[p] : version_now[p])

inline ensure_pair(p) {
  atomic {
    !(HELD(p) && wrote[p]);
    if
    :: STATE(p) == ABSENT ->
       owner[p] = _pid + 1; wrote[p] = true; state_next[p] = REMOVED; version_next[p] = 0
    :: else
    fi
  }
}

inline lock_pair(p, state, version) {
  atomic {
    if
    :: HELD(p) -> queue[p]++; ticket[_pid] = queue[p]
    :: else -> owner[p] = _pid + 1; state = STATE(p); version = VERSION(p)
    fi
  }
  atomic {
    if
    :: ticket[_pid] == 0
    :: ticket[_pid] == 1 && owner[p] == 0 ->
       owner[p] = _pid + 1; state = state_now[p]; version = version_now[p];
       queue[p]--; leave_queue()
    fi
  }
}

/* Of one pair at a time everyone waits for the same one: tickets of others move up. */
inline leave_queue() {
  ticket[_pid] = 0;
  i = 0;
  do
  :: i < SESSIONS ->
     if :: i != _pid && ticket[i] > 1 && waits_for[i] == waits_for[_pid] -> ticket[i]--
        :: else fi;
     i++
  :: else -> break
  od;
  i = 0
}
byte waits_for[SESSIONS];

inline save_pair(p, state, version) {
  atomic { wrote[p] = true; state_next[p] = state; version_next[p] = version + 1 }
}

inline next_seq() {
  atomic {
    if
    :: seq_owner != 0 && seq_owner != _pid + 1 -> seq_queue++; seq_ticket[_pid] = seq_queue
    :: seq_owner == _pid + 1 -> seq_next++
    :: seq_owner == 0 -> seq_owner = _pid + 1; seq_next = seq_now + 1
    fi
  }
  atomic {
    if
    :: seq_ticket[_pid] == 0
    :: seq_ticket[_pid] == 1 && seq_owner == 0 ->
       seq_owner = _pid + 1; seq_next = seq_now + 1;
       seq_queue--; seq_ticket[_pid] = 0;
       i = 0;
       do
       :: i < SESSIONS -> if :: seq_ticket[i] > 1 -> seq_ticket[i]-- :: else fi; i++
       :: else -> break
       od;
       i = 0
    fi
  }
}

inline append_event(p, version) {
  atomic { assert(version + 1 > log_now[p]); log_next[p] = version + 1; events++ }
}

inline release(p) {
  if
  :: owner[p] == _pid + 1 ->
     if :: wrote[p] -> state_now[p] = state_next[p]; version_now[p] = version_next[p] :: else fi;
     owner[p] = 0; wrote[p] = false; state_next[p] = 0; version_next[p] = 0
  :: else
  fi
}

/* The claims of a commit: R3, R2, R6, and that the answer is what the state before says. */
inline commit() {
  atomic {
    if
    :: block_owner == _pid + 1 ->
       block_now = block_next; block_owner = 0; block_next = false; block_wrote = false
    :: else
    fi;
    if
    :: seq_owner == _pid + 1 ->
       assert(seq_next == committed + events);
       committed = seq_next; seq_now = seq_next; seq_owner = 0; seq_next = 0
    :: else
    fi;
    if :: log_next[0] != 0 && owner[0] == _pid + 1 -> log_now[0] = log_next[0]; log_next[0] = 0 :: else fi;
    if :: log_next[1] != 0 && owner[1] == _pid + 1 -> log_now[1] = log_next[1]; log_next[1] = 0 :: else fi;
    release(0); release(1);
    assert(!block_now || (state_now[0] != ACTIVE && state_now[1] != ACTIVE));
    assert(version_now[0] == log_now[0] && version_now[1] == log_now[1]);
    events = 0; flag = false; state0 = 0; version0 = 0; state1 = 0; version1 = 0
  }
}

active [SESSIONS] proctype session() {
  byte left = OPERATIONS;
  byte state0, version0, state1, version1, events, i;
  bool flag;
  do
  :: left == 0 -> break
  :: left > 0 ->  /* follow(1,2): begin, lock_followee */
     left--; skip;
     waits_for[_pid] = 0;
     ensure_pair(0);
     lock_pair(0, state0, version0);
     atomic { flag = (block_owner == _pid + 1 && block_wrote -> block_next : block_now) };
     if
     :: !flag && state0 == REMOVED ->
        save_pair(0, ACTIVE, version0); next_seq(); append_event(0, version0)
     :: else
     fi;
     commit()
  :: left > 0 ->  /* unfollow(1,2): begin, check_accounts */
     left--; skip;
     waits_for[_pid] = 0;
     ensure_pair(0);
     lock_pair(0, state0, version0);
     if
     :: state0 == ACTIVE ->
        save_pair(0, REMOVED, version0); next_seq(); append_event(0, version0)
     :: else
     fi;
     commit()
  :: left > 0 ->  /* block(2,1): begin, check_accounts */
     left--; skip;
     waits_for[_pid] = 0;
     ensure_pair(0);
     lock_pair(0, state0, version0);
     waits_for[_pid] = 1;
     ensure_pair(1);
     lock_pair(1, state1, version1);
     atomic {
       block_owner == 0;
       if
       :: !block_now -> block_owner = _pid + 1; block_wrote = true; block_next = true
       :: else
       fi
     };
     if
     :: state0 == ACTIVE ->
        save_pair(0, REMOVED, version0); next_seq(); append_event(0, version0)
     :: else
     fi;
     if
     :: state1 == ACTIVE ->
        save_pair(1, REMOVED, version1); next_seq(); append_event(1, version1)
     :: else
     fi;
     commit()
  :: left > 0 ->  /* unblock(2,1): begin, check_accounts */
     left--; skip;
     waits_for[_pid] = 0;
     ensure_pair(0);
     lock_pair(0, state0, version0);
     atomic {
       block_owner == 0;
       if
       :: block_now -> block_owner = _pid + 1; block_wrote = true; block_next = false
       :: else
       fi
     };
     commit()
  od
}
