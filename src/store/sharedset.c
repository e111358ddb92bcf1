/* A set of keys that several workers fill: see sharedset.h. */

#include "store/sharedset.h"

int sett_sharedset_init (sett_sharedset *set, sett_gate *gate) {
  const size_t bytes = gate->workers * sizeof *set->uncounted;
  *set = (sett_sharedset){.gate = gate};
  set->uncounted = sett_try_map (bytes);
  return set->uncounted && sett_keyset_init (&set->keys, gate->workers);
}

void sett_sharedset_release (sett_sharedset *set) {
  if (!set->gate)
    return;
  sett_unmap (set->uncounted, set->gate->workers * sizeof *set->uncounted);
  sett_keyset_release (&set->keys);
  *set = (sett_sharedset){0};
}

uint64_t sett_sharedset_count (const sett_sharedset *set) {
  uint64_t result = 0;
  if (!set->gate)
    return 0;
  for (unsigned i = 0; i < set->gate->workers; i++)
    result += atomic_load (&set->uncounted[i].keys);
  return result + atomic_load (&set->keys.count);
}

size_t sett_sharedset_bytes (const sett_sharedset *set) {
  if (!set->gate)
    return 0;
  return set->gate->workers * sizeof *set->uncounted +
         sett_keyset_bytes (&set->keys);
}

/* True if the set has grown, by this worker or by another. */
static int grow (sett_sharedset *set, unsigned worker) {
  const uint64_t capacity = set->keys.capacity;
  sett_gate_close (set->gate, worker);
  const int done =
      set->keys.capacity != capacity || sett_keyset_grow (&set->keys);
  sett_gate_open (set->gate, worker);
  return done;
}

void sett_sharedset_count_step (sett_sharedset *set, unsigned worker) {
  atomic_store_explicit (&set->uncounted[worker].keys, 0, memory_order_relaxed);
  if (sett_keyset_count_step (&set->keys))
    grow (set, worker);
}

sett_found sett_sharedset_squeeze (sett_sharedset *set, unsigned worker,
                                   uint64_t key) {
  return grow (set, worker) ? sett_sharedset_add (set, worker, key) : SETT_FULL;
}

unsigned sett_sharedset_marks (sett_sharedset *set, uint64_t key) {
  sett_gate_visit (set->gate);
  const unsigned result = sett_keyset_marks (&set->keys, key);
  sett_gate_end_visit (set->gate);
  return result;
}

void sett_sharedset_set_marks (sett_sharedset *set, uint64_t key,
                               unsigned marks) {
  sett_gate_visit (set->gate);
  sett_keyset_set_marks (&set->keys, key, marks);
  sett_gate_end_visit (set->gate);
}

void sett_sharedset_add_marks (sett_sharedset *set, uint64_t key,
                               unsigned marks) {
  sett_gate_visit (set->gate);
  sett_keyset_add_marks (&set->keys, key, marks);
  sett_gate_end_visit (set->gate);
}
