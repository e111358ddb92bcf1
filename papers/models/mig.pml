/* Mig: a migratory cache protocol with a directory.
 *
 * Source: one of the protocols of the Avalanche multiprocessor that are
 * measured in Nalumasu and Gopalakrishnan, "Two phase", section 6.  The paper
 * gives no text; this model is ours.
 *
 * There are two lines.  Each has a home that knows who owns it; the line moves,
 * with its contents, to whoever asks for it.  Two users ask for lines, work on
 * them, give them up when they are revoked, and put them back when they like
 * to.  A revocation and a line that is put back may cross: each then counts as
 * the answer to the other.
 *
 * Requests, answers and orders travel on channels of their own, one for each
 * home and user: every channel has one sender and one receiver.
 */
mtype = { want, put, done, grant, revoke, thanks };

chan request[4] = [1] of { mtype };    /* [line * 2 + user]: want */
chan reply[4] = [1] of { mtype, bit }; /* user to home: put, done; contents */
chan order[4] = [1] of { mtype, bit }; /* home to user: grant, with contents,
                                          revoke, thanks */
#define nobody 2

/* Some local computation: steps that end where they began. */
#define compute(x) x = 1; x = 0

/*---------------------------------------------------------------- homes */

/* User u asks for line _pid; v is the other one. */
#define move_to(u, v)                                                          \
  compute (work); /* looks the line up */                                      \
  if                                                                           \
  :: owner == v ->                                                             \
    order[_pid * 2 + v]!revoke, 0;                                             \
    reply[_pid * 2 + v]?_, contents; /* done, or put on its own */             \
    compute (work)                   /* writes the line back */                \
  :: else                                                                      \
  fi;                                                                          \
  owner = u;                                                                   \
  order[_pid * 2 + u]!grant, contents

#define take_back(u)                                                           \
  compute (work);                                                              \
  owner = nobody;                                                              \
  order[_pid * 2 + u]!thanks, 0

active [2] proctype home () {
  byte owner = nobody;
  bit contents, work;

end:
  do
  :: request[_pid * 2 + 0]?want -> move_to (0, 1)
  :: request[_pid * 2 + 1]?want -> move_to (1, 0)
  :: reply[_pid * 2 + 0]?put, contents -> take_back (0)
  :: reply[_pid * 2 + 1]?put, contents -> take_back (1)
  od
}

/*---------------------------------------------------------------- users */

#define me (_pid - 2) /* the homes have the numbers 0 and 1 */

#define give_up(line, mine, contents)                                          \
  compute (work); /* cleans the cache */                                       \
  mine = false;                                                                \
  reply[line * 2 + me]!done, contents;                                         \
  contents = 0

/* Gets a line, and changes it; the other one may be revoked meanwhile. */
#define fetch(line, mine, contents, other, other_mine, other_contents)         \
  request[line * 2 + me]!want;                                                 \
  do                                                                           \
  :: order[line * 2 + me]?grant, contents -> break                             \
  :: order[other * 2 + me]?revoke, _ ->                                        \
    give_up (other, other_mine, other_contents)                                \
  od;                                                                          \
  mine = true;                                                                 \
  contents = 1 - contents;                                                     \
  compute (work)

/* Puts a line back.  The answer may be a revocation that was on its way. */
#define return_line(line, mine, contents)                                      \
  reply[line * 2 + me]!put, contents;                                          \
  order[line * 2 + me]?_, _; /* thanks, or revoke */                           \
  mine = false;                                                                \
  contents = 0;                                                                \
  compute (work)

active [2] proctype user () {
  bool mine0, mine1;        /* which lines we have */
  bit contents0, contents1; /* what is in them; 0 when we have not */
  bit work;

end:
  do
  :: !mine0 -> fetch (0, mine0, contents0, 1, mine1, contents1)
  :: !mine1 -> fetch (1, mine1, contents1, 0, mine0, contents0)
  :: mine0 -> return_line (0, mine0, contents0)
  :: mine1 -> return_line (1, mine1, contents1)
  :: order[0 * 2 + me]?revoke, _ -> give_up (0, mine0, contents0)
  :: order[1 * 2 + me]?revoke, _ -> give_up (1, mine1, contents1)
  od
}
