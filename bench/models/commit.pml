/* Two-phase commit with crashes, started per transaction.
 *
 * Source: J. N. Gray, "Notes on data base operating systems", 1978.  A
 * coordinator asks N participants to vote and sends the outcome.  A
 * participant votes yes or no, may crash before or after its vote and then
 * comes back with what is on its disk: if it had voted yes it is in doubt and
 * asks the coordinator.  Checked: nobody commits while another aborts.
 *
 * Parameters: N, participants; CRASHES, crashes per transaction; ROUNDS,
 * transactions one after the other.
 * Uses: buffered channels, processes that end and are started again, random
 * receive.
 */
#ifndef N
#define N 3
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

mtype = { prepare, yes, no, commit, abort, ask };

chan to[N] = [2] of { mtype };
chan coordinator = [2 * N] of { mtype, byte };
mtype disk[N];   /* survives a crash: 0, yes, commit or abort */
byte crashes;
byte finished;

inline decide (outcome) {
  d_step {
    disk[me] = outcome;
    for (k : 0 .. N - 1) {
      assert (!(disk[k] == commit && outcome == abort) &&
              !(disk[k] == abort && outcome == commit))
    }
    k = 0
  }
}

inline may_crash () {
  if
  :: atomic { crashes < CRASHES -> crashes++; goto recover }
  :: skip
  fi
}

proctype participant (byte me) {
  byte k;
  mtype m;

  to[me]?prepare;
  if
  :: disk[me] = yes;
    may_crash ();
    coordinator!yes, me
  :: decide (abort);
    may_crash ();
    coordinator!no, me
  fi;

await:
  may_crash ();
  to[me]?m;
  if
  :: m == commit && disk[me] == yes -> decide (commit)
  :: m == abort && disk[me] == yes -> decide (abort)
  :: else /* already decided */
  fi;
  goto done;

recover:
  if
  :: disk[me] == yes -> coordinator!ask, me /* in doubt: no vote is a no */
  :: else -> coordinator!no, me
  fi;
  goto await;

done:
  m = 0;
  finished++
}

proctype coordinate () {
  byte i, who, voted;
  mtype m, outcome = commit;

  for (i : 0 .. N - 1) {
    to[i]!prepare
  }
  do
  :: voted < N ->
    coordinator?m, who;
    d_step {
      voted++;
      if
      :: m != yes -> outcome = abort
      :: else
      fi
    }
  :: voted == N -> break
  od;
  for (i : 0 .. N - 1) {
    to[i]!outcome
  }
  /* Repetitions by participants that crashed after their vote. */
  do
  :: coordinator?m, who
  :: atomic { finished == N && empty (coordinator) -> break }
  od;
  finished++
}

init {
  byte round, i;

  do
  :: round < ROUNDS ->
    atomic {
      for (i : 0 .. N - 1) {
        disk[i] = 0;
        run participant (i)
      }
      i = 0;
      run coordinate ()
    }
    /* All processes of this transaction are gone before the next starts. */
    atomic { finished == N + 1 && _nr_pr == 1 -> finished = 0; crashes = 0 }
    round++
  :: round == ROUNDS -> break
  od
}
