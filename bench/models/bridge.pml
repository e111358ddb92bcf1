/* A bridge with one lane.
 *
 * Source: J. Magee and J. Kramer, "Concurrency: State Models and Java
 * Programs", chapter 7.  Cars of two colours come from the two banks and may
 * not overtake each other on the bridge; a monitor admits a car while no car
 * of the other colour is on the bridge, and after CONVOY cars of one colour in
 * a row lets the other side go if it waits.
 *
 * Parameters: N, cars of each colour; CONVOY.
 * Uses: shared variables guarded by a lock, atomic guards, ordered channels
 * as the queue of cars on the bridge.
 */
#ifndef N
#define N 3
#endif
#ifndef CONVOY
#define CONVOY 2
#endif
#define other(c) (1 - (c))

byte waiting[2];
byte crossing[2];
byte streak[2];
bool lock;
chan lane[2] = [N] of { byte }; /* the cars on the bridge, in order */

inline acquire () { atomic { !lock -> lock = true } }
inline release () { lock = false }

proctype car (byte colour; byte id) {
  bool admitted;

  do
  :: acquire ();
    waiting[colour]++;
    release ();
    do
    :: !admitted ->
      acquire ();
      if
      :: crossing[other (colour)] == 0 &&
          (waiting[other (colour)] == 0 || streak[colour] < CONVOY) ->
        waiting[colour]--;
        crossing[colour]++;
        if
        :: streak[colour] < CONVOY -> streak[colour]++
        :: else
        fi;
        streak[other (colour)] = 0;
        lane[colour]!id;
        admitted = true
      :: else
      fi;
      release ()
    :: admitted -> break
    od;
    assert (crossing[other (colour)] == 0);

    lane[colour]?eval (id); /* the first car leaves first */
    acquire ();
    crossing[colour]--;
    admitted = false;
    release ()
  od
}

init {
  byte i;

  atomic {
    for (i : 1 .. N) {
      run car (0, i);
      run car (1, i)
    }
  }
}
