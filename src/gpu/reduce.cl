/* Which steps of a state are taken: ample and stubborn sets, as src/reduce
   chooses them on a processor (docs/reductions.md says why that is sound).
   tables.cl is before, search.cl follows.

   What processes can do to each other depends on their *positions* alone.  The
   host works that out (gpu/relations.c) and hands it over as data: a table in
   which a process finds its position by its number, its location and the bytes
   of its record that are constants; of each position its transitions, and of
   each pair of positions which transitions of the one are disturbed or enabled
   by the other.  If a position is not there the launch says so (UNMET), the
   host looks at the state, and the launch is repeated.

   A state is expanded twice: first its steps are only noted, then those are
   taken that were chosen.  So the choice is a function of the state, but for
   what the proviso adds:

       PROVISO_STATIC  a step is chosen that closes no loop of its process;
       PROVISO_ORDER   none that does (for claims);
       PROVISO_LATER   if no chosen step leads to a later level, that is, to a
                       state that was not known when this level began, the
                       state is expanded in full after all.

   Why the last one suffices for deadlocks and violations: from a state that is not
   expanded in full a chosen step leads to a state of the next level.  From
   there it goes on likewise; levels are as many as there are, so that this way
   ends, in a state that is expanded in full.  So from every state such a one
   can be reached by chosen steps, which is what is asked for.  And which states
   there are does not depend on who comes first: a level contains, by
   induction, the same states, whose steps are chosen likewise.

   Two-phase is a function of the state without that: each process in turn moves
   while it has but one step, an ample set that closes no loop (so that this
   comes to an end); then everything is taken, and only that leads to states
   that are kept (reduce/twophase.c).  A run from the state can take the steps of
   these processes first, so that it is found from the last state of the phase,
   no longer than it was; and there it becomes shorter.

   To know later levels an entry of the table has a bit, LATE, while its state
   is none of the levels up to the one that is expanded.  It is set when a state
   is brought, and cleared when its level begins (`age`). */

#if REDUCE


static __global const word *here_at (const searcher *k, unsigned i) {
  return k->relations + k->relations[2] +
         SETT_HERE_WORDS * (word)(k->positions[i] - 1);
}

/* What the second process can do to the transitions of the first; null:
   nothing. */
static __global const word *pair_of (const searcher *k, unsigned i,
                                     unsigned j) {
  __global const uint *row =
      (__global const uint *)(k->relations + k->relations[3]);
  const uint offset =
      row[(k->positions[i] - 1) * (uint)k->relations[4] + k->positions[j] - 1];
  return offset ? k->relations + offset : 0;
}

/* As gpu/relations.c has it. */
static uint look_up (const searcher *k, const word *key) {
  const word mask = k->relations[0];
  word h = 0;
  for (int i = 0; i < KEY_WORDS; i++) {
    h = (h ^ key[i]) * 0x9e3779b97f4a7c15ul;
    h ^= h >> 29;
  }
  for (word slot = h & mask;; slot = (slot + 1) & mask) {
    __global const word *entry =
        k->relations + k->relations[1] + slot * (KEY_WORDS + 1);
    int same = 1;
    for (int i = 0; i < KEY_WORDS; i++)
      same &= entry[1 + i] == key[i];
    if (!entry[0] || same)
      return (uint)entry[0];
  }
}

/* Finds where everybody is.  Nothing is chosen if there are too many, or one is
   at a position that has no number (as there are too many). */
static void locate (searcher *k, const context *c) {
  k->count = k->unmet = 0;
  if (c->nr_pr > PROCESSES)
    return;
  for (unsigned i = 0; i < c->nr_pr; i++) {
    const unsigned char *record = c->state + c->at[i];
    const int type = process_type (c->state, c->at[i]);
    word key[KEY_WORDS];
    for (int n = 1; n < KEY_WORDS; n++)
      key[n] = 0;
    key[0] = i | (word)record[0] << 8 | (word)record[1] << 16;
    for (int n = key_first[type]; n < key_first[type + 1]; n++) {
      const int at = n - key_first[type];
      key[1 + at / 8] |= (word)record[key_bytes[n]] << at % 8 * 8;
    }
    const uint found = look_up (k, key);
    k->unmet = !found;
    if (!found || found > MOST_POSITIONS)
      return;
    k->positions[i] = (ushort)found;
    k->possible[i] = 0;
    k->steps[i] = k->loops[i] = 0;
  }
  k->count = c->nr_pr;
}

/* The number of a transition at the position of a process; 64: none. */
static uint number_of (const searcher *k, unsigned i, uint transition) {
  const word lists = here_at (k, i)[SETT_HERE_LISTS];
  __global const word *list = k->relations + (uint)lists;
  const uint count = (uint)(lists >> 32);
  for (uint n = 0; n < count; n++)
    if (list[n] == transition)
      return n;
  return 64;
}

/* A step that could be taken. */
static void note_step (searcher *k, const context *c, uint transition,
                       unsigned process, unsigned partner, uint size) {
  const word bit = (word)1 << process;
  if (c->sink->count == 1) {
    k->all_steps = k->meetings_count = 0;
    k->unfit = k->unknown = 0;
    locate (k, c);
  }
  k->all_steps++;
  if (!k->count)
    return;
  const uint number = number_of (k, process, transition);
  k->steps[process]++;
  if (!size || number == 64) {
    k->unknown |= bit;
    return;
  }
  __global const word *here = here_at (k, process);
  k->possible[process] |= (word)1 << number;
  k->unfit |= here[SETT_HERE_BARRED] >> number & 1 ? bit : 0;
  k->loops[process] += here[SETT_HERE_STICKY] >> number & 1;
#if REDUCE == STUBBORN
  if (partner != SETT_NO_PROCESS) {
    if (k->meetings_count < MOST_MEETINGS)
      k->meetings[k->meetings_count] = number << 16 | process << 8 | partner;
    k->meetings_count++;
  }
#endif
}

/* Are the possible steps of a process an ample set? */
static int is_undisturbed (const searcher *k, unsigned i) {
  __global const word *here = here_at (k, i);
  __global const word *rivals =
      k->relations + (uint)here[SETT_HERE_LISTS] +
      (here[SETT_HERE_LISTS] >> 32);
  const word can = k->possible[i], cannot = here[SETT_HERE_ALL] & ~can;
  if ((k->unknown >> i & 1) || can & here[SETT_HERE_WILD])
    return 0;
  for (unsigned j = 0; j < k->count; j++) {
    __global const word *pair = j == i ? 0 : pair_of (k, i, j);
    if (!pair)
      continue;
    if (pair[SETT_PAIR_DISTURBED] & can)
      return 0;
    for (word open = pair[SETT_PAIR_ENABLED] & cannot; open; open &= open - 1) {
      const uint number = (uint)popcount ((open & -open) - 1);
      if (!(rivals[number] & can) || pair[SETT_PAIR_STILL] >> number & 1)
        return 0;
    }
  }
  return 1;
}

/* May the steps of these processes, all of them, be taken instead of all?  If
   levels decide about that later, a step that closes no loop is asked for first
   (`strict`), as others lead back. */
static int suits (const searcher *k, word processes, int strict) {
  uint loops = 0, steps = 0;
  if ((k->unfit | k->unknown) & processes)
    return 0;
  for (; processes; processes &= processes - 1) {
    const uint i = (uint)popcount ((processes & -processes) - 1);
    loops += k->loops[i];
    steps += k->steps[i];
  }
  return PROVISO == PROVISO_STATIC || strict ? loops < steps
         : PROVISO == PROVISO_ORDER          ? !loops
                                             : 1;
}

#if REDUCE == TWOPHASE

/* No set is chosen: see decide. */

#elif REDUCE == AMPLE

static word choose (searcher *k) {
  for (int strict = PROVISO == PROVISO_LATER; strict >= 0; strict--)
    for (unsigned i = k->count; i--;)
      if (k->steps[i] && !(k->excluded >> i & 1) &&
          suits (k, (word)1 << i, strict) && is_undisturbed (k, i))
        return (word)1 << i;
  return ALL;
}

#else

/* The process of the smallest ample set. */
static word find_single (searcher *k, int strict) {
  word best = 0;
  uint fewest = ~0u;
  for (unsigned i = k->count; i-- && fewest > 1;)
    if (k->steps[i] && k->steps[i] < fewest && suits (k, (word)1 << i, strict) &&
        is_undisturbed (k, i)) {
      fewest = k->steps[i];
      best = (word)1 << i;
    }
  return best;
}

/* Everything that can disturb a transition which is possible, or help one which
   is not, is in T (reduce/stubborn.c).  False: T would be everything. */
static int close_transition (searcher *k, unsigned i, uint number,
                             word *todo) {
  __global const word *here = here_at (k, i);
  const int can = k->possible[i] >> number & 1;
  __global const word *rivals =
      k->relations + (uint)here[SETT_HERE_LISTS] +
      (here[SETT_HERE_LISTS] >> 32);
  const int column = can ? 0 : rivals[number] & k->possible[i] ? 2 : 1;
  const word bit = (word)1 << number;
  if (can && (here[SETT_HERE_WILD] | here[SETT_HERE_WAITING]) & bit)
    return 0;
  if (!can && here[SETT_HERE_WAITING] & bit)
    return 1;
  if (can || here[SETT_HERE_OWN] & bit)
    k->in[i] |= here[SETT_HERE_ALL];
  for (uint m = 0; can && m < k->meetings_count; m++)
    if (k->meetings[m] >> 8 == (number << 8 | i)) {
      const uint partner = k->meetings[m] & 255;
      k->in[partner] |= here_at (k, partner)[SETT_HERE_ALL];
      *todo |= (word)1 << partner;
    }
  for (unsigned j = 0; j < k->count; j++) {
    __global const word *pair = can && j == i ? 0 : pair_of (k, i, j);
    const word more = pair ? pair[SETT_PAIR_WORDS + 3 * number + column] : 0;
    if (more & ~k->in[j]) {
      k->in[j] |= more;
      *todo |= (word)1 << j;
    }
  }
  return 1;
}

/* Grows T from a process; gives the processes that take part, 0: too many. */
static word grow (searcher *k, unsigned seed, uint fewest, word hopeless,
                  uint *steps) {
  word todo = (word)1 << seed, taken = 0;
  for (unsigned i = 0; i < k->count; i++)
    k->in[i] = k->done[i] = 0;
  k->in[seed] = here_at (k, seed)[SETT_HERE_ALL];
  *steps = 0;
  while (todo) {
    const uint i = (uint)popcount ((todo & -todo) - 1);
    const word fresh = k->in[i] & ~k->done[i];
    if (!fresh) {
      todo &= todo - 1;
      continue;
    }
    const uint number = (uint)popcount ((fresh & -fresh) - 1);
    k->done[i] |= (word)1 << number;
    if ((k->possible[i] >> number & 1) && !(taken >> i & 1)) {
      taken |= (word)1 << i;
      *steps += k->steps[i];
      if (*steps >= fewest || hopeless >> i & 1)
        return 0;
    }
    if (!close_transition (k, i, number, &todo))
      return 0;
  }
  return taken;
}

static word find_best (searcher *k, int strict) {
  uint fewest = k->all_steps;
  word best = 0, hopeless = 0;
  for (unsigned seed = k->count; seed-- && fewest > 1;) {
    uint steps;
    if (!k->steps[seed])
      continue;
    const word taken = grow (k, seed, fewest, hopeless, &steps);
    if (!taken)
      hopeless |= (word)1 << seed;
    else if (suits (k, taken, strict)) {
      fewest = steps;
      best = taken;
    }
  }
  return best;
}

/* One process alone is preferred, if it may be. */
static word choose (searcher *k) {
  word best = 0;
  if (k->excluded || k->all_steps < 2)
    return ALL;
  for (int strict = PROVISO == PROVISO_LATER; !best && strict >= 0; strict--)
    best = find_single (k, strict);
  if (k->unknown || k->meetings_count > MOST_MEETINGS)
    return best ? best : ALL;
  for (int strict = PROVISO == PROVISO_LATER; !best && strict >= 0; strict--)
    best = find_best (k, strict);
  return best ? best : ALL;
}

#endif

#if REDUCE == TWOPHASE

static void copy_words (word *to, const word *from) {
  for (int i = 0; i < STATE_WORDS; i++)
    to[i] = from[i];
}

/* Has the process one step, which is an ample set and suits? */
static int is_deterministic (const searcher *k, unsigned i) {
  return (SETT_GPU_MUTANT == 220 ? k->steps[i] != 0 : k->steps[i] == 1) &&
         !(k->excluded >> i & 1) && suits (k, (word)1 << i, 0) &&
         is_undisturbed (k, i);
}

/* The steps were noted: somebody moves, or everything is taken.  Gives whom to
   ask for steps.  If it is not known any longer where the processes are, the
   host shall do it. */
static unsigned decide (searcher *k) {
  uint i = k->turn < k->count ? k->turn : 0;
  if (!k->count && k->moved)
    k->mark |= SETT_MARK_HARD;
  for (uint n = 0; n < k->count; n++, i = i + 1 < k->count ? i + 1 : 0)
    if (is_deterministic (k, i)) {
      copy_words (k->transients[0], k->state);
      k->stage = MOVE;
      k->turn = i;
      k->dead = 0;
      return SETT_ALONE | i;
    }
  k->stage = TAKE;
  return SETT_NO_PROCESS;
}

/* A step of the one that moves. */
static void note_move (searcher *k, unsigned holder, unsigned violation,
                       uint size) {
  k->dead |= violation != 0 || !size;
  if (violation == SETT_VIOLATION_STATE_TOO_LARGE)
    k->flags |= SETT_CARD_LARGER;
  if (violation == SETT_VIOLATION_DSTEP_ENDLESS)
    k->mark |= SETT_MARK_HARD;
  for (uint i = FIRST + size / 8; i < STATE_WORDS; i++)
    k->next[i] = 0;
  copy_words (k->transients[1], k->next);
  k->holder = holder;
}

/* The one that moves had so many steps: does it go on?  If there was not one at each
   point of its run, it does not move. */
static unsigned move (searcher *k, uint steps) {
  if (++k->moves > MOST_MOVES)
    k->mark |= SETT_MARK_HARD;
  if ((steps == 1 || SETT_GPU_MUTANT == 220) && !k->dead) {
    copy_words (k->state, k->transients[1]);
    if (k->holder != SETT_NO_PROCESS)
      return k->holder;
    k->excluded = 0;
    k->moved = 1;
    k->stage = NOTE;
    return SETT_NO_PROCESS;
  }
  copy_words (k->state, k->transients[0]);
  k->excluded |= (word)1 << k->turn;
  return decide (k);
}

#else

/* The steps were noted: which are taken?  Gives whom to ask for them. */
static unsigned decide (searcher *k) {
  const word chosen = k->count ? choose (k) : ALL;
  uint steps = 0;
  k->stage = TAKE;
  k->filter = chosen;
  k->chosen = k->reduced = 0;
  if (chosen == ALL)
    return SETT_NO_PROCESS;
  for (word left = chosen; left; left &= left - 1)
    steps += k->steps[popcount ((left & -left) - 1)];
  k->reduced = steps < k->all_steps;
  k->chosen = chosen;
  return chosen & (chosen - 1)
             ? SETT_NO_PROCESS
             : SETT_ALONE | (uint)popcount ((chosen & -chosen) - 1);
}

#endif

/* Begins with a state, of which everything is taken if `full`. */
static void begin_choice (searcher *k, int full) {
  k->excluded = 0;
  k->brought = 0;
  k->full = full;
}

/* The same, of a state that is looked at again. */
static void begin_noting (searcher *k) {
  k->stage = k->full ? TAKE : NOTE;
  k->filter = ALL;
  k->chosen = k->reduced = k->unmet = k->dead = 0;
#if REDUCE == TWOPHASE
  k->moves = k->moved = k->turn = 0;
  k->excluded = 0;
#endif
}

#if PROVISO == PROVISO_LATER && PART == 0

/* The level of these states begins. */
__kernel void age (ROWS, word low, word high) {
  START (k);
  for (word i = low + get_global_id (0); i < high; i += get_global_size (0)) {
    const word root = *queue_at (k, i) - 1;
    word bucket = home_of (k, root);
    while (!is_among (look (k, bucket), entry_of (root)))
      bucket = next_bucket (k, bucket);
    for (int n = 0; n < ENTRIES; n++) {
      __global volatile word *entry = at (&k->table, 4 * bucket + n);
      if (*entry == (entry_of (root) | LATE) && SETT_GPU_MUTANT != 218)
        *entry = entry_of (root);
    }
    k->visited++;
  }
  leave (k);
}

#endif

/* Does what was chosen lead nowhere, or to an error that ends a run?  Then it
   is not chosen, and the state is looked at again. */
static int was_wrong (searcher *k) {
  if (k->stage != TAKE || !k->chosen || k->mark & SETT_MARK_HARD ||
      (k->transitions && !k->dead))
    return 0;
  k->excluded |= k->chosen;
  k->held = 0;
#if CYCLES
  k->spilled = 0;
#endif
  return 1;
}

#else

static void begin_choice (searcher *k, int full) {
}

static int was_wrong (searcher *k) {
  return 0;
}

#endif
