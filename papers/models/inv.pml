/* Inv: an invalidation cache protocol with a directory.
 *
 * Source: one of the protocols of the Avalanche multiprocessor that are
 * measured in Nalumasu and Gopalakrishnan, "Two phase", section 6.  The paper
 * gives no text; this model is ours.
 *
 * There are two lines.  Each has a home that knows who may have a copy: several
 * users to read, or one to write.  Before a user may write, the copy of the
 * other one is invalidated; before it may read, only a copy for writing is.  A
 * copy for writing is put back when the user likes to, one for reading is just
 * dropped.  An invalidation and a line that is put back may cross: each then
 * counts as the answer to the other.
 *
 * Requests, answers and orders travel on channels of their own, one for each
 * home and user: every channel has one sender and one receiver.
 */
mtype = { read, write, put, done, grant, invalidate, thanks };

chan request[4] = [1] of { mtype }; /* [line * 2 + user]: read, write */
chan reply[4] = [1] of { mtype };   /* user to home: put, done */
chan order[4] = [1] of { mtype };   /* home to user: grant, invalidate, thanks */

#define none 0
#define shared 1
#define exclusive 2

/* Some local computation: steps that end where they began. */
#define compute(x) x = 1; x = 0

/*---------------------------------------------------------------- homes */

/* Takes the copy of user u away. */
#define recall(u, copy)                                                        \
  order[_pid * 2 + u]!invalidate;                                              \
  reply[_pid * 2 + u]?_; /* done, or put on its own */                         \
  compute (work);        /* writes the line back */                            \
  copy = none

/* User u wants to read (write) line _pid; v is the other one. */
#define allow_read(u, copy, v, other)                                          \
  compute (work); /* looks the line up */                                      \
  if                                                                           \
  :: other == exclusive -> recall (v, other)                                   \
  :: else                                                                      \
  fi;                                                                          \
  copy = shared;                                                               \
  order[_pid * 2 + u]!grant

#define allow_write(u, copy, v, other)                                         \
  compute (work);                                                              \
  if                                                                           \
  :: other != none -> recall (v, other)                                        \
  :: else                                                                      \
  fi;                                                                          \
  copy = exclusive;                                                            \
  order[_pid * 2 + u]!grant

#define take_back(u, copy)                                                     \
  compute (work);                                                              \
  copy = none;                                                                 \
  order[_pid * 2 + u]!thanks

active [2] proctype home () {
  byte copy0 = none, copy1 = none; /* what the users may have */
  bit work;

end:
  do
  :: request[_pid * 2 + 0]?read -> allow_read (0, copy0, 1, copy1)
  :: request[_pid * 2 + 1]?read -> allow_read (1, copy1, 0, copy0)
  :: request[_pid * 2 + 0]?write -> allow_write (0, copy0, 1, copy1)
  :: request[_pid * 2 + 1]?write -> allow_write (1, copy1, 0, copy0)
  :: reply[_pid * 2 + 0]?put -> take_back (0, copy0)
  :: reply[_pid * 2 + 1]?put -> take_back (1, copy1)
  od
}

/*---------------------------------------------------------------- users */

#define me (_pid - 2) /* the homes have the numbers 0 and 1 */

#define give_up(line, mine)                                                    \
  compute (work); /* cleans the cache */                                       \
  mine = none;                                                                 \
  reply[line * 2 + me]!done

/* Gets a line for what is wanted.  Copies may be invalidated meanwhile. */
#define fetch(line, mine, other, other_mine, what, got)                        \
  request[line * 2 + me]!what;                                                 \
  do                                                                           \
  :: order[line * 2 + me]?grant -> break                                       \
  :: order[line * 2 + me]?invalidate -> give_up (line, mine)                   \
  :: order[other * 2 + me]?invalidate -> give_up (other, other_mine)           \
  od;                                                                          \
  mine = got;                                                                  \
  compute (work) /* uses the line */

/* Puts a line back.  The answer may be an invalidation that was on its way. */
#define return_line(line, mine)                                                \
  reply[line * 2 + me]!put;                                                    \
  order[line * 2 + me]?_; /* thanks, or invalidate */                          \
  mine = none;                                                                 \
  compute (work)

#define evict(line, mine)                                                      \
  if                                                                           \
  :: mine == shared -> mine = none /* nobody needs to know */                  \
  :: mine == exclusive -> return_line (line, mine)                             \
  fi

active [2] proctype user () {
  byte mine0 = none, mine1 = none; /* what we may do with the lines */
  bit work;

end:
  do
  :: mine0 == none -> fetch (0, mine0, 1, mine1, read, shared)
  :: mine1 == none -> fetch (1, mine1, 0, mine0, read, shared)
  :: mine0 != exclusive -> fetch (0, mine0, 1, mine1, write, exclusive)
  :: mine1 != exclusive -> fetch (1, mine1, 0, mine0, write, exclusive)
  :: mine0 != none -> evict (0, mine0)
  :: mine1 != none -> evict (1, mine1)
  :: order[0 * 2 + me]?invalidate -> give_up (0, mine0)
  :: order[1 * 2 + me]?invalidate -> give_up (1, mine1)
  od
}
