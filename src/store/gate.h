/* A gate that workers pass on their way into a shared structure, and that one
   of them may close to rebuild it.

   Being inside costs a worker one store to a cache line of its own; with a
   single worker it costs nothing. */

#ifndef SETT_STORE_GATE_H
#define SETT_STORE_GATE_H

#include <pthread.h>
#include <stdatomic.h>

typedef struct sett_gate_flag {
  _Alignas(64) atomic_uint inside;
} sett_gate_flag;

typedef struct sett_gate {
  unsigned workers;
  atomic_uint closed;
  atomic_uint visitors;  /* inside without being workers */
  pthread_mutex_t mutex; /* held while closed */
  sett_gate_flag *flags; /* one per worker; null if there is only one */
} sett_gate;

int sett_gate_init (sett_gate *, unsigned workers); /* false: no memory */
void sett_gate_release (sett_gate *);

/* Closes the gate and waits until nobody is inside; the worker, who was
   inside, is alone then.  Opening lets it be inside again. */
void sett_gate_close (sett_gate *, unsigned worker);
void sett_gate_open (sett_gate *, unsigned worker);

void sett_gate_count_in (sett_gate *, atomic_uint *count);

static inline void sett_gate_enter (sett_gate *gate, unsigned worker) {
  if (gate->flags)
    sett_gate_count_in (gate, &gate->flags[worker].inside);
}

static inline void sett_gate_leave (sett_gate *gate, unsigned worker) {
  if (gate->flags)
    atomic_store_explicit (&gate->flags[worker].inside, 0,
                           memory_order_release);
}

/* The same for calls that do not say which worker they come from. */
static inline void sett_gate_visit (sett_gate *gate) {
  if (gate->flags)
    sett_gate_count_in (gate, &gate->visitors);
}

static inline void sett_gate_end_visit (sett_gate *gate) {
  if (gate->flags)
    atomic_fetch_sub_explicit (&gate->visitors, 1, memory_order_release);
}

#endif
