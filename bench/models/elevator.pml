/* An elevator in a house with F floors and N passengers.
 *
 * Source: the classic exercise; the policy is the one of D. E. Knuth, TAOCP
 * volume 1, section 2.2.5: go on in one direction while somebody ahead has
 * called, then turn.  Passengers walk to any floor on foot, call, get in, push
 * a button, and get out.
 *
 * Parameters: F, floors; N, passengers.
 * Uses: shared variables, one central controller, atomic guards, select.
 */
#ifndef F
#define F 3
#endif
#ifndef N
#define N 3
#endif

bool called[F];  /* the button beside the door */
bool pushed[F];  /* the button in the cabin */
byte position;
bool open;
byte load;

active proctype controller () {
  bool up = true;
  bool ahead;
  byte f;

end:
  do
  :: called[position] || pushed[position] ->
    d_step { called[position] = false; pushed[position] = false; open = true };
    open = false
  :: else ->
    /* Does anybody want something ahead of us? */
    ahead = false;
    f = position;
    do
    :: up && f < F - 1 -> f++; ahead = ahead || called[f] || pushed[f]
    :: !up && f > 0 -> f--; ahead = ahead || called[f] || pushed[f]
    :: else -> break
    od;
    f = 0;
    if
    :: ahead && up -> assert (!open); position++
    :: ahead && !up -> assert (!open); position--
    :: !ahead -> up = !up
    fi;
    assert (position < F)
  od
}

active [N] proctype passenger () {
  byte here, there;

  do
  :: /* on foot: stay, or walk up or down */
    if
    :: here < F - 1 -> here++
    :: here > 0 -> here--
    :: skip
    fi;
    select (there : 0 .. F - 1);
    if
    :: there == here -> goto arrived
    :: else
    fi;
    called[here] = true;
    do
    :: atomic { open && position == here -> load++; break }
    :: atomic { !called[here] && !open -> called[here] = true } /* missed it */
    od;
    assert (load <= N);
    pushed[there] = true;
    do
    :: atomic { open && position == there -> load--; break }
    :: atomic { !pushed[there] && !open -> pushed[there] = true }
    od;
    here = there;
arrived:
    there = 0
  od
}
