/* Cycles that the claim accepts: OWCTY (one way catch them young: Fisler, Fraer,
   Kamhi, Vardi, Yang 2001; Cerna, Pelanek 2003), when all states are known and
   the table no longer changes.  gpu/cycles.c says in which order; search.cl
   follows, which expands states and asks here what to do with successors.

   For each entry of the table there is a *note*, at the same place: whether the
   state is IN the set S that is left, whether it is ACCEPTING, whether it was
   REACHED in this round, and in the upper bits how many edges lead to it from
   states that were (REACH, DROP), or the place, plus one, of a predecessor
   (TRACE).  States that are to be expanded are in a list, the *work*, each at
   most once in a phase.

       REACH  what accepting states of S lead to, within S, is reached
       DROP   a state to which no edge leads any more is no longer in S
       TRACE  as REACH, but notes one predecessor instead of counting

   Invariant: when DROP begins, the number of a state is that of the edges from
   states that were reached; each of these is taken off at most once, when its
   source goes.  So every edge must be counted once: successors of a state are
   held back until it is known that the device can expand it (HARD: else the
   processor does it all); if there are more than can be held, it is expanded
   again for the others. */


static word propositions_of (const word *state) {
#ifdef SETT_HAS_PROPOSITIONS
  uint32_t violation = 0;
  return sett_model_propositions ((const unsigned char *)(state + FIRST),
                                  SETT_DEVICE_BYTES, &violation);
#else
  return 0;
#endif
}

/* Where the root is of a state that is expanded, and of one that will be. */
static __global volatile word *source_at (const searcher *k, word number) {
#if CYCLES
  if (k->aim > SETT_AIM_COUNT)
    return at (&k->work, number);
#endif
  return queue_at (k, number);
}

#if CYCLES

enum { IN = 1, ACCEPTING = 2, REACHED = 4, MET = 8, UPPER = 4 };
#define ONE ((word)1 << UPPER)
#define NOWHERE (~(word)0)

/* The place of a root in the table; NOWHERE: it is not there, as the depth is
   limited. */
static word find (const searcher *k, word root) {
  const entry e = entry_of (root);
  for (word bucket = home_of (k, root);; bucket = next_bucket (k, bucket)) {
    const glance seen = look (k, bucket);
    if (is_among (seen, e))
      return ENTRIES * bucket + (seen.s0 == e   ? 0
                                 : seen.s1 == e ? 1
                                 : seen.s2 == e ? 2
                                                : 3);
    if (first_empty (seen) < ENTRIES)
      return NOWHERE;
  }
}

static int is_accepting (const word *state) {
  return (CLAIM_ACCEPTING >> state[0] & 1) ||
         (CLAIM_ACCEPTED && (propositions_of (state) & CLAIM_ACCEPTED));
}

/* Notes a predecessor, if there is none yet; is the state reached by that? */
static int trace (const searcher *k, __global volatile word *note) {
  const word here = find (k, k->root) + 1;
  word before = *note;
  while (!(before >> UPPER)) {
    const word seen =
        atom_cmpxchg (note, before, before | REACHED | here << UPPER);
    if (seen == before)
      return !(before & REACHED);
    before = seen;
  }
  return 0;
}

/* An edge from the state k->root to this one.  Is that one to be expanded? */
static int touch (searcher *k, word root) {
  const word place = find (k, root);
  if (place == NOWHERE)
    return 0;
  __global volatile word *note = at (&k->notes, place);
  if (!(*note & IN))
    return 0;
  if (k->aim == SETT_AIM_TRACE) {
    k->flags |= root == k->target ? SETT_CARD_CLOSED : 0;
    return trace (k, note);
  }
  if (k->aim == SETT_AIM_DROP) {
    const int last = atom_sub (note, ONE) >> UPPER == 1;
    if (last)
      atom_and (note, ~(word)IN);
    return last;
  }
  if (SETT_GPU_MUTANT == 213 && *note & REACHED)
    return 0;
  return !(atom_add (note, ONE) & REACHED) &&
         !(atom_or (note, (word)REACHED) & REACHED);
}

static void put_work (searcher *k, word root) {
  *at (&k->work, atom_add (&k->counters[WORK], (word)1)) = root + 1;
}

/* The root of a successor; false: it is not among the states. */
static int root_of_next (searcher *k, word *root) {
  const uint flags = k->flags;
  const int fits = pack_apart (k, k->next, root);
  k->flags = flags;
  return fits;
}

static void touch_state (searcher *k) {
  word root;
  if (root_of_next (k, &root) && touch (k, root))
    put_work (k, root);
}

/* The first ones are held; the others are seen again, when it is certain that
   they count. */
static void hold_successor (searcher *k) {
  word root;
  if (!root_of_next (k, &root))
    return;
  if (!k->again && k->held < HELD)
    k->roots[k->held++] = root;
  else if (!k->again)
    k->spilled = 1;
  else if (k->again++ > HELD && touch (k, root))
    put_work (k, root);
}

/* Is the state to be expanded once more? */
static int has_spilled (searcher *k) {
  const int more =
      k->spilled && !(k->mark & SETT_MARK_HARD) && SETT_GPU_MUTANT != 214;
  k->spilled = 0;
  k->again = more;
  if (k->aim > SETT_AIM_COUNT && k->mark & SETT_MARK_HARD)
    k->held = 0;
  return more;
}

/* Keeps those that are to be expanded. */
static uint touch_held (searcher *k) {
  uint new = 0;
  for (uint i = 0; i < k->held; i++)
    if (touch (k, k->roots[i]))
      k->roots[new++] = k->roots[i];
  return new;
}

/* A round begins: with all accepting states of S, or with the one that has the
   root `target`.  In the first S is everything, and here it is asked what is
   accepting. */
__kernel void begin_round (ROWS, word count, int first, word target) {
  START (k);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    const word root = *queue_at (k, i) - 1, place = find (k, root);
    __global volatile word *note = at (&k->notes, place);
    word now = *note & (IN | ACCEPTING);
    if (first) {
      unpack (k, root, k->state);
      now = is_accepting (k->state) ? IN | ACCEPTING : IN;
    }
    if (now & IN && (target == NOWHERE ? now & ACCEPTING : root == target)) {
      now |= REACHED;
      put_work (k, root);
    }
    *note = now;
    k->visited++;
  }
  leave (k);
}

/* What was not reached is no longer in S, nor what no edge leads to; the latter
   goes with its edges. */
__kernel void cut_off (ROWS, word count) {
  START (k);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    const word root = *queue_at (k, i) - 1, place = find (k, root);
    __global volatile word *note = at (&k->notes, place);
    const word now = *note;
    k->visited++;
    if (now & IN && (!(now & REACHED) || !(now >> UPPER)))
      *note = now & ~(word)IN;
    if (now & REACHED && !(now >> UPPER))
      put_work (k, root);
  }
  leave (k);
}

/* From predecessor to predecessor, a number of steps at most.  First until an
   accepting state is met again, which is on a cycle then; or (`closes`) all
   around such a cycle, whose states come into the work.
   out: the sett_walk_state; the root; states so far. */
__kernel void walk_back (ROWS, __global word *out, word steps, int closes,
                    word target, word most) {
  START (k);
  if (get_global_id (0))
    return;
  word state = SETT_WALK_ON, root = out[1], count = out[2];
  for (word i = 0; i < steps && state == SETT_WALK_ON; i++) {
    const word place = find (k, root);
    const word note = place == NOWHERE ? 0 : *at (&k->notes, place);
    const word before = note >> UPPER;
    if (!closes && note & ACCEPTING && note & MET) {
      state = SETT_WALK_DONE;
      break;
    }
    if (!before || (closes && count == most)) {
      state = SETT_WALK_LOST;
      break;
    }
    *at (&k->notes, place) = note | MET;
    if (closes)
      *at (&k->work, count++) = root + 1;
    root = *at (&k->table, before - 1) - 1;
    if (closes && root == target)
      state = SETT_WALK_DONE;
  }
  out[0] = state;
  out[1] = root;
  out[2] = count;
  k->visited++;
  leave (k);
}

/* The first state that was met. */
__kernel void earliest (ROWS, word count, __global word *out) {
  START (k);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    const word root = *queue_at (k, i) - 1;
    if (*at (&k->notes, find (k, root)) & MET)
      atom_min (out, i);
    k->visited++;
  }
  leave (k);
}

#else

static void touch_state (searcher *k) {
}

static void hold_successor (searcher *k) {
}

static int has_spilled (searcher *k) {
  return 0;
}

static uint touch_held (searcher *k) {
  return 0;
}

#endif
