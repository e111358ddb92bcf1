/* Breadth-first search on a device: one work-item expands one state.

   Which states there are say queue and tables (tables.cl).

   Work-items that expand states do so side by side, and hold back what they
   find; then they bring it all, side by side again, and their group takes the
   numbers for it at once.  That is what devices are fast at.

   A launch counts what it has visited, so that the host notices one that did
   not take place.  It can be repeated: words that are there already are found
   again.  So whenever something does not fit, the launch only says so (its
   `flags`), the host makes room, and repeats it.

   With a claim the first word of a state is the claim's, and the model's part
   follows (gpu/claim_code.c).  To which states the claim can move is asked once, of
   the state that is expanded; each successor is combined with all of these.

   When all states are known, cycles that the claim accepts are looked for
   (cycles.cl follows the states, and says what is done with successors).

   What a device does not do is left to the processor: the state is *marked*,
   and the host expands it by the usual code.  That is so of every state at
   which something is wrong, or nothing can move (LOOK); and where atomic
   sequences or d_steps are too long, or ask in their midst whether a process is
   enabled (HARD), in which case it adds their successors, too. */

/* ------------------------------------------------------------- states --- */

/* Brings what is held; gives how many are new, and keeps those.  While one is
   brought the bucket of the next is on its way. */
static uint bring_held (searcher *k) {
  uint new = 0;
  word next = home_of (k, k->roots[0]);
  glance ahead = look (k, next);
  for (uint i = 0; i < k->held; i++) {
    const word root = k->roots[i], bucket = next;
    const glance seen = ahead;
    if (i + 1 < k->held) {
      next = home_of (k, k->roots[i + 1]);
      ahead = look (k, next);
    }
    if (bring (k, root, bucket, seen))
      k->roots[new++] = root;
  }
  return new;
}

static int is_full (const searcher *k) {
  return SETT_GPU_MUTANT != 207 && k->counters[USED] >= k->limit;
}

static void add_root (searcher *k, word root) {
  const word bucket = home_of (k, root);
  if (is_full (k))
    k->flags |= SETT_CARD_FULL;
  else if (bring (k, root, bucket, look (k, bucket))) {
    *queue_at (k, atom_add (&k->counters[USED], (word)1)) = root + 1;
#if REDUCE
    k->brought = 1;
#endif
  }
}

/* Adds the state, later if `later` and possible; or says which bits it would
   need. */
static SETT_APART void add_state (searcher *k, word *state, int later) {
  word root;
  if (pack (k, state, &root)) {
    if (later && k->held < HELD)
      k->roots[k->held++] = root;
    else
      add_root (k, root);
  } else if (k->flags & SETT_CARD_WIDER)
    for (int i = 0; i < STATE_WORDS; i++)
      if ((state[i] ^ BASE (k, i)) & ~BITS (k, i))
        atom_or (&k->counters[SEEN + i], state[i] ^ BASE (k, i));
}

/* Takes the state with this number out of the queue, or of the work. */
static void take_state (searcher *k, word number) {
  k->root = *source_at (k, number) - 1;
  unpack (k, k->root, k->state);
}

static void compare_state (searcher *k) {
  word root;
  if (pack_apart (k, k->next, &root) && root == k->target)
    k->mark |= SETT_MARK_FOUND;
}

static void arrive (searcher *k) {
  k->transitions++;
  if (k->aim == SETT_AIM_FIND)
    compare_state (k);
  else if (k->aim == SETT_AIM_ADD)
    add_state (k, k->next, 1);
  else if (k->aim > SETT_AIM_COUNT)
    hold_successor (k);
}

/* With all states to which the claim can move. */
static void combine (searcher *k) {
#if FIRST
  for (word left = k->targets; left; left &= left - 1) {
    k->next[0] = popcount ((left & -left) - 1);
    arrive (k);
    if (SETT_GPU_MUTANT == 206)
      return;
  }
#else
  arrive (k);
#endif
}

/* ------------------------------------------- what the model calls --- */

static SETT_APART unsigned char *sett_next (context *c) {
  searcher *k = c->sink->searcher;
  for (int i = 0; i < STATE_WORDS; i++)
    k->next[i] = k->state[i];
  c->next_size = c->size;
  c->next_channels = c->channels;
  return (unsigned char *)(k->next + FIRST);
}

/* A transient state: what follows is for later. */
static void postpone (searcher *k, unsigned holder) {
  if (k->depth == MOST_TRANSIENTS || k->followed == MOST_FOLLOWED) {
    k->mark |= SETT_MARK_HARD;
    return;
  }
  for (int i = 0; i < STATE_WORDS; i++)
    k->transients[k->depth][i] = k->next[i];
  k->holders[k->depth++] = holder;
  k->followed++;
}

static void note_violation (searcher *k, unsigned violation) {
  if (violation == SETT_VIOLATION_STATE_TOO_LARGE)
    k->flags |= SETT_CARD_LARGER;
  else
    k->mark |= violation == SETT_VIOLATION_DSTEP_ENDLESS ? SETT_MARK_HARD
                                                         : SETT_MARK_LOOK;
}

static void sett_leave (context *c) {
  if (SETT_GPU_MUTANT != 219)
    c->sink->searcher->mark |= SETT_MARK_HARD;
}

static SETT_APART void sett_add (context *c, uint32_t transition, unsigned process,
                      unsigned partner, unsigned holder, unsigned violation,
                      uint32_t size) {
  sett_sink *o = c->sink;
  searcher *k = o->searcher;
  o->count++;
  if (c->probing)
    return;
#if REDUCE == TWOPHASE
  if (k->stage == MOVE) {
    note_move (k, holder, violation, size);
    return;
  }
#endif
#if REDUCE
  if (k->stage == NOTE) {
    if (violation == SETT_VIOLATION_STATE_TOO_LARGE ||
        violation == SETT_VIOLATION_DSTEP_ENDLESS)
      note_violation (k, violation);
    o->lost += violation && !size && violation != SETT_VIOLATION_ASSERTION;
    note_step (k, c, transition, process, partner, size);
    return;
  }
  if (!(k->filter >> (process & 63) & 1))
    return;
  k->dead |= violation && !size && violation != SETT_VIOLATION_ASSERTION;
#endif
  if (violation)
    note_violation (k, violation);
  o->lost += violation && !size && violation != SETT_VIOLATION_ASSERTION;
  if (!size)
    return;
  for (uint i = FIRST + size / 8; i < STATE_WORDS; i++)
    k->next[i] = 0;
  if (holder != SETT_NO_PROCESS)
    postpone (k, holder);
  else
    combine (k);
}

/* Nothing can move: a deadlock; or the claim reads the state once more.  At the end
   of a phase that is not seen yet: the state is a successor. */
static void get_stuck (searcher *k) {
#if REDUCE == TWOPHASE
  if (k->moved) {
    for (int i = 0; i < STATE_WORDS; i++)
      k->next[i] = k->state[i];
    if (SETT_GPU_MUTANT != 221)
      combine (k);
    return;
  }
#endif
#if FIRST
  for (int i = 0; i < STATE_WORDS; i++)
    k->next[i] = k->state[i];
  if (!CLAIM_ENDLESS)
    combine (k);
#else
  k->mark |= SETT_MARK_LOOK;
#endif
}

/* Can the claim move?  In a final state it has come to its end. */
static int read_state (searcher *k) {
#if FIRST
  k->targets = claim_targets (k->state[0], propositions_of (k->state));
  if (CLAIM_FINAL >> k->state[0] & 1)
    k->mark |= SETT_MARK_LOOK;
  return k->targets != 0;
#else
  return 1;
#endif
}

/* Follows the state k->state, and the transient states behind it. */
static void follow (searcher *k) {
  unsigned char zeros[SETT_LARGEST_PROCESS];
  for (int i = 0; i < SETT_LARGEST_PROCESS; i++)
    zeros[i] = 0;
  sett_sink sink;
  sink.bytes_used = 0;
  sink.fuses = 1;
  sink.print = 0;
  sink.received = 0;
  sink.nothing = zeros;
  sink.searcher = k;
  unsigned holder = SETT_NO_PROCESS;
  k->depth = k->followed = k->mark = k->transitions = 0;
#if REDUCE
  begin_noting (k);
#endif
  if (!read_state (k))
    return;
  for (;;) {
    sink.count = sink.lost = 0;
    sett_model_steps ((const unsigned char *)(k->state + FIRST),
                      SETT_DEVICE_BYTES, holder, &sink);
#if REDUCE == TWOPHASE
    if (k->stage == MOVE) {
      if (k->mark & SETT_MARK_HARD)
        return;
      holder = move (k, sink.count);
      continue;
    }
#endif
#if REDUCE
    if (k->stage == NOTE && sink.count && !(k->mark & SETT_MARK_HARD) &&
        !k->unmet) {
      holder = decide (k);
      if (k->mark & SETT_MARK_HARD)
        return;
      continue;
    }
    k->filter = ALL;
    if (k->stage == NOTE && sink.count)
      return;
#endif
    if (holder == SETT_NO_PROCESS && !sink.count)
      get_stuck (k);
    if (!k->depth || k->mark & SETT_MARK_HARD)
      return;
    k->depth--;
    holder = k->holders[k->depth];
    for (int i = 0; i < STATE_WORDS; i++)
      k->state[i] = k->transients[k->depth][i];
  }
}

/* ------------------------------------------------------------ kernels --- */

/* Expands the state with number i.  It is marked if it is to be looked at; when
   a state is to be found among successors, those are marked that have it, and
   those of which that is not known. */
static word visit (searcher *k, word i) {
  k->visited++;
  do {
    take_state (k, i);
    follow (k);
  } while (was_wrong (k) || has_spilled (k));
  return k->mark & SETT_MARK_HARD ? 0 : k->transitions;
}

static void mark_state (searcher *k, word i, __global word *marks,
                        word most_marks) {
  const uint wanted =
      SETT_MARK_HARD | (k->aim == SETT_AIM_FIND    ? SETT_MARK_FOUND
                        : k->aim > SETT_AIM_COUNT ? 0
                                                  : SETT_MARK_LOOK);
  int is_marked = (k->mark & wanted) != 0;
#if REDUCE
  if (k->unmet)
    k->flags |= SETT_CARD_UNMET;
  is_marked |= k->unmet;
#endif
  if (is_marked) {
    const word n = atom_add (&k->counters[MARKS], (word)1);
    if (n < most_marks)
      marks[n] = i << 3 | k->mark;
  }
}

/* What is needed in every search is in the first part of the program; the rest is
   compiled when it is asked for. */
#if PART == 0

/* Where reductions have to be told: whether the states are those that were put
   off, to be expanded in full; and where the numbers of such ones are kept. */
#if REDUCE
#define PUT_OFF_ROW , __global word *put_off, int full
#define NUMBER(I) (full ? put_off[I] : (I))
#define IS_FULL (full || (PROVISO == PROVISO_LATER && aim != SETT_AIM_ADD))
#else
#define PUT_OFF_ROW
#define NUMBER(I) (I)
#define IS_FULL 0
#endif

/* Does nothing of what was chosen lead to a later level? */
#if REDUCE
static int is_put_off (const searcher *k, uint new) {
  return PROVISO == PROVISO_LATER && k->reduced && !new && !k->brought &&
         !(k->mark & SETT_MARK_HARD);
}
#endif

/* Expands the states with the numbers from `low` to `high`. */
__kernel void expand (ROWS, __global word *marks, word most_marks, word low,
                      word high, int aim, word target PUT_OFF_ROW) {
  __local uint ours; /* new states of this group */
  __local word first;
  __local int full_up;
  START (k);
  const uint me = get_local_id (0);
  word transitions = 0;
  k->aim = aim;
  k->target = target;
  for (word i = low + get_group_id (0) * get_local_size (0); i < high;
       i += get_global_size (0)) {
    word number = 0, taken = 0;
    if (!me) {
      ours = 0;
      full_up = aim == SETT_AIM_ADD && is_full (k);
    }
    k->held = 0;
    if (i + me < high) {
      number = NUMBER (i + me);
      begin_choice (k, IS_FULL);
      taken = visit (k, number);
    }
    barrier (CLK_LOCAL_MEM_FENCE);
    if (k->held && full_up)
      k->flags |= SETT_CARD_FULL;
    const uint new = !k->held || full_up ? 0
                     : aim > SETT_AIM_COUNT ? touch_held (k)
                                         : bring_held (k);
    const uint mine = new ? atomic_add (&ours, new) : 0;
    barrier (CLK_LOCAL_MEM_FENCE);
    if (!me && ours)
      first = atom_add (&k->counters[aim > SETT_AIM_COUNT ? WORK : USED],
                        (word)ours);
    barrier (CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < new; j++)
      *source_at (k, first + mine + j) = k->roots[j] + 1;
    if (i + me < high) {
#if REDUCE
      if (is_put_off (k, new)) {
        put_off[atom_add (&k->counters[PUT_OFF], (word)1)] = number;
        continue;
      }
#endif
      mark_state (k, number, marks, most_marks);
      transitions += taken;
    }
  }
  if (transitions)
    atom_add (&k->counters[TRANSITIONS], transitions);
  leave (k);
}

/* Adds `count` states, given as they are; or does with them what is done with
   successors of the state with the root `from`. */
__kernel void add (ROWS, __global word *states, word count, int aim, word from,
                   word target) {
  START (k);
  k->aim = aim;
  k->root = from;
  k->target = target;
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    for (int j = 0; j < STATE_WORDS; j++)
      k->next[j] = states[i * STATE_WORDS + j];
    k->visited++;
    if (aim > SETT_AIM_COUNT)
      touch_state (k);
    else
      add_state (k, k->next, 0);
  }
  leave (k);
}

#endif

#if PART == 1

/* Behind the first BATCH words, which are marks: of each its state, as it is,
   behind its size and its root. */
__kernel void fetch (ROWS, __global word *states, word count, int aim) {
  START (k);
  k->aim = aim;
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    context c;
    __global word *out = states + BATCH + i * (STATE_WORDS + 2);
    take_state (k, states[i] >> 3);
    prepare (&c, (const unsigned char *)(k->state + FIRST), SETT_DEVICE_BYTES,
             0);
    out[0] = c.size + 8 * FIRST;
    out[1] = k->root;
    for (int j = 0; j < STATE_WORDS; j++)
      out[2 + j] = k->state[j];
    k->visited++;
  }
  leave (k);
}

#endif

#if PART == 0

__kernel void clear (__global word *part, word count,
                     __global word *counters) {
  word visited = 0;
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    part[i] = 0;
    visited++;
  }
  if (visited)
    atom_add (&counters[VISITED], visited);
}

#endif

#if STORE == EXACT && PART == 1

/* There are other tables of nodes, perhaps another layout: the roots of all
   states are made anew.  What was known of a state's nodes is of the old ones.
   They go into the table, which has to be made anew in any case: if the tables of
   nodes are too small the old ones still count. */
#if LAYOUT
#define OLD_LAYOUT , LAYOUT_SPACE word *old_layout
#else
#define OLD_LAYOUT
#endif
__kernel void repack (ROWS, __global word *old_nodes,
                      __global const word *old_shape, word count OLD_LAYOUT) {
  START (k);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    word root;
    k->nodes = old_nodes;
    k->shape = old_shape;
#if LAYOUT
    k->layout = old_layout;
#endif
    unpack (k, *queue_at (k, i) - 1, k->state);
    k->nodes = nodes;
    k->shape = shape;
    SET_LAYOUT (k);
    for (int node = 0; node < NODES; node++)
      k->words[node] = ~(word)0;
    if (pack_apart (k, k->state, &root))
      *at (&k->table, i) = root + 1;
    k->visited++;
  }
  leave (k);
}

/* All have found a place. */
__kernel void install (ROWS, word count) {
  START (k);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    *queue_at (k, i) = *at (&k->table, i);
    k->visited++;
  }
  leave (k);
}

#endif

#if STORE == EXACT && PART == 0

/* An entry as it is, which is not there. */
static void enter_entry (searcher *k, word entry) {
  word bucket = home_of (k, (entry & ~LATE) - 1);
  for (;;) {
    const int empty = first_empty (look (k, bucket));
    if (empty == ENTRIES)
      bucket = next_bucket (k, bucket);
    else if (!claim_entry (k, bucket, empty, entry))
      return;
  }
}

/* Puts the first entries of another row into the table, where they are not;
   from number `late` on they are of a later level. */
__kernel void enter (ROWS, __global word *s0, __global word *s1,
                     __global word *s2, __global word *s3, word source_words,
                     word count, word late) {
  START (k);
  row source;
  SET_ROW (source, s, source_words);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    const word entry = *at (&source, i);
    k->visited++;
    if (entry)
      enter_entry (k, i < late ? entry : entry | LATE);
  }
  leave (k);
}

#elif PART == 0

/* How full the table is, bucket by bucket. */
__kernel void survey (ROWS) {
  START (k);
  word surveyed = 0, cubes = 0;
  for (word i = get_global_id (0); i < k->buckets; i += get_global_size (0)) {
    survey_bucket (k, i, &surveyed, &cubes);
    k->visited++;
  }
  atom_add (&k->counters[SURVEYED], surveyed);
  atom_add (&k->counters[CUBES], cubes);
  leave (k);
}

#endif
