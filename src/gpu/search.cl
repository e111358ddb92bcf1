/* Breadth-first search on a device: one work-item expands one state.

   Keys.  A state is kept as a *key* of KEY_WORDS words, from which it can be
   had again (pack.c).  Keys lie in one array, in the order in which they were
   found, so that the states of a level are a range of it.

   The table says which keys there are: open addressing, one word for each, 24
   bits of the hash above 40 bits of the key's number and one; 0 is empty.
   Words are only ever changed from 0, by compare-and-swap.  Who wants to add a
   key takes a number, writes the key there, and then, behind a fence, tries to
   put the number into the table; so a number that is read there belongs to a
   key that is complete.  Who loses goes on from what won, and keeps the number
   for its next key.  What is left of numbers at the end of a launch are holes:
   they hold a copy of key 0, the initial state, and are passed over.

   Whatever goes wrong in that (a key that is read too early, say) makes two
   keys out of one: it can add states, never lose them.

   A launch counts what it has visited, so that the host notices one that did
   not take place.  It can be repeated: keys that are there already are found again.  So
   whenever something does not fit, the launch only says so (its `flags`), the
   host makes room, and repeats it.

   What a device does not do is left to the processor: the state is *marked*,
   and the host expands it by the usual code.  That is so of every state at
   which something is wrong, or nothing can move (LOOK); and where atomic
   sequences or d_steps are too long (HARD), in which case it adds their
   successors, too. */

#undef global
#undef local
#undef kernel
#undef nothing

#ifndef SETT_GPU_MUTANT
#define SETT_GPU_MUTANT 0
#endif

/* What is done with successors: ADD them; FIND `target` among them; or only
   COUNT them. */
enum { ADD, FIND, COUNT };
enum { LOOK = 1, HARD = 2, FOUND = 4 };            /* marks */
enum { FULL = 1, LARGER = 2, WIDER = 4 };          /* flags */
enum { USED, TRANSITIONS, MARKS, FLAGS, VISITED, HOLES, SEEN }; /* counters */
enum { MOST_TRANSIENTS = 8, MOST_FOLLOWED = 32 };
enum { INDEX_BITS = 40, BATCH = 4096 };

#define INDEX_MASK (((word)1 << INDEX_BITS) - 1)
#define NO_NUMBER (~(word)0)

/* Orders writes before it and those behind it, for all of the device. */
static void fence (void) {
#if defined(__NV_CL_C_VERSION)
  asm volatile ("membar.gl;" ::: "memory");
#elif __OPENCL_C_VERSION__ >= 200
  atomic_work_item_fence (CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                          memory_scope_device);
#else
  mem_fence (CLK_GLOBAL_MEM_FENCE);
#endif
}

/* Arrays of words in at most four buffers: devices limit their size. */
typedef struct row {
  __global volatile word *part0, *part1, *part2, *part3;
  word words; /* in each */
} row;

static __global volatile word *at (const row *r, word i) {
  if (i < r->words)
    return r->part0 + i;
  if (i < 2 * r->words)
    return r->part1 + (i - r->words);
  if (i < 3 * r->words)
    return r->part2 + (i - 2 * r->words);
  return r->part3 + (i - 3 * r->words);
}

struct sett_searcher {
  row keys, table;
  word capacity, limit; /* of words in the table, of numbers */
  __global volatile word *counters;
  word number; /* that was taken and not used, or NO_NUMBER */
  uint transitions, visited, mark, flags;
  int aim; /* what to do with successors */
  word state[STATE_WORDS], next[STATE_WORDS], target[KEY_WORDS];
  /* Transient states that are still to be followed. */
  word transients[MOST_TRANSIENTS][STATE_WORDS];
  uint holders[MOST_TRANSIENTS];
  uint depth, followed;
};
typedef struct sett_searcher searcher;

static word mix (word x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ul;
  return x ^ x >> 29;
}

static word hash (const word *key) {
  word h = 0x9e3779b97f4a7c15ul;
  for (int i = 0; i < KEY_WORDS; i++)
    h = mix (h ^ key[i]) + 0x9e3779b97f4a7c15ul * (i + 1);
  return mix (h);
}

static int is_key (const row *keys, word number, const word *key) {
  word different = 0;
  for (int i = 0; i < KEY_WORDS; i++)
    different |= *at (keys, number * KEY_WORDS + i) ^ key[i];
  return !different;
}

static void write_key (const row *keys, word number, const word *key) {
  for (int i = 0; i < KEY_WORDS; i++)
    *at (keys, number * KEY_WORDS + i) = key[i];
}

static void read_key (const row *keys, word number, word *key) {
  for (int i = 0; i < KEY_WORDS; i++)
    key[i] = *at (keys, number * KEY_WORDS + i);
}

static int is_hole (const row *keys, word number, const word *key) {
  return number && is_key (keys, 0, key);
}

/* Time for others to come in between: only in broken versions. */
static void dawdle (const searcher *k) {
  word sum = 0;
  for (int i = 0; i < 100000; i++)
    sum += k->counters[USED];
  if (sum == 1)
    k->counters[USED] = 0; /* never: so that the loop stays */
}

/* Puts `entry` into an empty word; gives what was there. */
static word claim (const searcher *k, word slot, word entry) {
  __global volatile word *there = at (&k->table, slot);
#if SETT_GPU_MUTANT == 201
  const word before = *there;
  dawdle (k);
  if (!before)
    *there = entry;
  return before;
#else
  return atom_cmpxchg (there, (word)0, entry);
#endif
}

static int take_number (searcher *k) {
  if (k->number == NO_NUMBER)
    k->number = atom_add (&k->counters[USED], (word)1);
  if (k->number < k->limit)
    return 1;
  k->number = NO_NUMBER;
  k->flags |= FULL;
  return 0;
}

static void add_key (searcher *k, const word *key) {
  const word h = hash (key), tag = h & ~INDEX_MASK;
  for (word slot = mul_hi (mix (h), k->capacity);;
       slot = slot + 1 == k->capacity ? 0 : slot + 1) {
    word entry = *at (&k->table, slot);
    if (!entry) {
      if (!take_number (k))
        return;
#if SETT_GPU_MUTANT == 202
      entry = claim (k, slot, tag | (k->number + 1));
      dawdle (k);
      if (!entry)
        write_key (&k->keys, k->number, key);
#else
      write_key (&k->keys, k->number, key);
      fence ();
      entry = claim (k, slot, tag | (k->number + 1));
#endif
      if (!entry) {
        k->number = NO_NUMBER;
        return;
      }
    }
    if ((entry & ~INDEX_MASK) == tag &&
        is_key (&k->keys, (entry & INDEX_MASK) - 1, key))
      return;
  }
}

/* Adds the state, or says which bits it would need. */
static SETT_APART void add_state (searcher *k, const word *state) {
  word key[KEY_WORDS];
  if (pack (state, key) || SETT_GPU_MUTANT == 204) {
    add_key (k, key);
    return;
  }
  k->flags |= WIDER;
  for (int i = 0; i < STATE_WORDS; i++)
    if ((state[i] ^ base[i]) & ~bits[i])
      atom_or (&k->counters[SEEN + i], state[i] ^ base[i]);
}

static void compare_state (searcher *k) {
  word key[KEY_WORDS], different = 0;
  if (!pack (k->next, key))
    return;
  for (int i = 0; i < KEY_WORDS; i++)
    different |= key[i] ^ k->target[i];
  if (!different)
    k->mark |= FOUND;
}

/* ------------------------------------------- what the model calls --- */

static SETT_APART unsigned char *sett_next (context *c) {
  searcher *k = c->sink->searcher;
  for (int i = 0; i < STATE_WORDS; i++)
    k->next[i] = k->state[i];
  c->next_size = c->size;
  c->next_channels = c->channels;
  return (unsigned char *)k->next;
}

/* A transient state: what follows is for later. */
static void postpone (searcher *k, unsigned holder) {
  if (k->depth == MOST_TRANSIENTS || k->followed == MOST_FOLLOWED) {
    k->mark |= HARD;
    return;
  }
  for (int i = 0; i < STATE_WORDS; i++)
    k->transients[k->depth][i] = k->next[i];
  k->holders[k->depth++] = holder;
  k->followed++;
}

static void note_fault (searcher *k, unsigned fault) {
  if (fault == SETT_FAULT_STATE_TOO_LARGE)
    k->flags |= LARGER;
  else
    k->mark |= fault == SETT_FAULT_DSTEP_ENDLESS ? HARD : LOOK;
}

static SETT_APART void sett_add (context *c, uint32_t transition, unsigned process,
                      unsigned partner, unsigned holder, unsigned fault,
                      uint32_t size) {
  sett_sink *o = c->sink;
  searcher *k = o->searcher;
  o->count++;
  if (c->probing)
    return;
  if (fault)
    note_fault (k, fault);
  o->lost += fault && !size && fault != SETT_FAULT_ASSERTION;
  if (!size)
    return;
  for (uint i = size / 8; i < STATE_WORDS; i++)
    k->next[i] = 0;
  if (holder != SETT_NOBODY) {
    postpone (k, holder);
    return;
  }
  k->transitions++;
  if (k->aim == FIND)
    compare_state (k);
  else if (k->aim == ADD)
    add_state (k, k->next);
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
  unsigned holder = SETT_NOBODY;
  k->depth = k->followed = k->mark = k->transitions = 0;
  for (;;) {
    sink.count = sink.lost = 0;
    sett_model_steps ((const unsigned char *)k->state, SETT_DEVICE_BYTES,
                      holder, &sink);
    if (holder == SETT_NOBODY && !sink.count)
      k->mark |= LOOK;
    if (!k->depth || k->mark & HARD)
      return;
    k->depth--;
    holder = k->holders[k->depth];
    for (int i = 0; i < STATE_WORDS; i++)
      k->state[i] = k->transients[k->depth][i];
  }
}

/* ------------------------------------------------------------ kernels --- */

#define ROWS                                                                   \
  __global word *k0, __global word *k1, __global word *k2, __global word *k3,  \
      word key_words, __global word *t0, __global word *t1,                    \
      __global word *t2, __global word *t3, word table_words, word capacity,   \
      word limit, __global word *counters

#define START(K)                                                               \
  searcher K##_, *K = &K##_;                                                   \
  K->keys.part0 = k0;                                                          \
  K->keys.part1 = k1;                                                          \
  K->keys.part2 = k2;                                                          \
  K->keys.part3 = k3;                                                          \
  K->keys.words = key_words;                                                   \
  K->table.part0 = t0;                                                         \
  K->table.part1 = t1;                                                         \
  K->table.part2 = t2;                                                         \
  K->table.part3 = t3;                                                         \
  K->table.words = table_words;                                                \
  K->capacity = capacity;                                                      \
  K->limit = limit;                                                            \
  K->counters = counters;                                                      \
  K->number = NO_NUMBER;                                                       \
  K->flags = K->visited = 0

/* What is left over: a number that nobody used, and news for the host. */
static void leave (searcher *k) {
  if (k->number != NO_NUMBER) {
    word key[KEY_WORDS];
    read_key (&k->keys, 0, key);
    write_key (&k->keys, k->number, key);
    atom_add (&k->counters[HOLES], (word)1);
  }
  if (k->visited)
    atom_add (&k->counters[VISITED], (word)k->visited);
  if (k->flags)
    atom_or (&k->counters[FLAGS], (word)k->flags);
}

/* Expands the states with the numbers from `low` to `high`.  When it is to
   find the state `target`, those that have it as a successor are marked, and
   those of which that is not known. */
__kernel void expand (ROWS, __global word *marks, word most_marks, word low,
                      word high, int aim, __global word *target) {
  START (k);
  word transitions = 0;
  k->aim = aim;
  if (aim == FIND)
    for (int i = 0; i < KEY_WORDS; i++)
      k->target[i] = target[i];
  for (word i = low + get_global_id (0); i < high; i += get_global_size (0)) {
    word key[KEY_WORDS];
    k->visited++;
    read_key (&k->keys, i, key);
    if (is_hole (&k->keys, i, key))
      continue;
    unpack (key, k->state);
    follow (k);
    if (!(k->mark & HARD))
      transitions += k->transitions;
    if (k->mark && (aim != FIND || k->mark & (FOUND | HARD))) {
      const word n = atom_add (&k->counters[MARKS], (word)1);
      if (n < most_marks)
        marks[n] = i << 3 | k->mark;
    }
  }
  if (transitions)
    atom_add (&k->counters[TRANSITIONS], transitions);
  leave (k);
}

/* Adds `count` states, given as they are. */
__kernel void add (ROWS, __global word *states, word count) {
  START (k);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    for (int j = 0; j < STATE_WORDS; j++)
      k->next[j] = states[i * STATE_WORDS + j];
    k->visited++;
    add_state (k, k->next);
  }
  leave (k);
}

/* Behind the first BATCH words, which are marks: of each its state, as it is,
   behind its size. */
__kernel void fetch (ROWS, __global word *states, word count) {
  START (k);
  for (word i = get_global_id (0); i < count; i += get_global_size (0)) {
    word key[KEY_WORDS];
    context c;
    __global word *out = states + BATCH + i * (STATE_WORDS + 1);
    read_key (&k->keys, states[i] >> 3, key);
    unpack (key, k->state);
    prepare (&c, (const unsigned char *)k->state, SETT_DEVICE_BYTES, 0);
    out[0] = c.size;
    for (int j = 0; j < STATE_WORDS; j++)
      out[1 + j] = k->state[j];
    k->visited++;
  }
  leave (k);
}

/* In which bits the states so far differ from the initial one. */
__kernel void learn (ROWS, word low, word high) {
  START (k);
  word different[STATE_WORDS];
  for (int j = 0; j < STATE_WORDS; j++)
    different[j] = 0;
  for (word i = low + get_global_id (0); i < high; i += get_global_size (0)) {
    word key[KEY_WORDS];
    read_key (&k->keys, i, key);
    unpack (key, k->state);
    for (int j = 0; j < STATE_WORDS; j++)
      different[j] |= k->state[j] ^ base[j];
    k->visited++;
  }
  for (int j = 0; j < STATE_WORDS; j++)
    if (different[j] & ~k->counters[SEEN + j])
      atom_or (&k->counters[SEEN + j], different[j]);
  leave (k);
}

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

/* Puts the keys with the numbers from `low` to `high` into the table, where
   they are not; all of them differ. */
__kernel void enter (ROWS, word low, word high) {
  START (k);
  for (word i = low + get_global_id (0); i < high; i += get_global_size (0)) {
    word key[KEY_WORDS];
    k->visited++;
    read_key (&k->keys, i, key);
    if (is_hole (&k->keys, i, key))
      continue;
    const word h = hash (key);
    word slot = mul_hi (mix (h), k->capacity);
    while (atom_cmpxchg (at (&k->table, slot), (word)0,
                         (h & ~INDEX_MASK) | (i + 1)))
      slot = slot + 1 == k->capacity ? 0 : slot + 1;
  }
  leave (k);
}
