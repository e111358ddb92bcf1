/* One growable array for everything: `SETT_VECTOR (int) v = {0};`.

   Fields are read directly (`v.at[i]`, `v.count`).  A vector that is all zero
   bytes is empty and valid. */

#ifndef SETT_BASE_VECTOR_H
#define SETT_BASE_VECTOR_H

#include "base/memory.h"

#define SETT_VECTOR(TYPE)                                                      \
  struct {                                                                     \
    TYPE *at;                                                                  \
    size_t count;                                                              \
    size_t room;                                                               \
  }

/* Makes place for one more element and gives its address. */
#define SETT_PUSH_SLOT(V)                                                      \
  ((V).count == (V).room                                                       \
       ? (void)((V).at = sett_vector_grow ((V).at, &(V).room, sizeof *(V).at)) \
       : (void)0,                                                              \
   &(V).at[(V).count++])

#define SETT_PUSH(V, X) (*SETT_PUSH_SLOT (V) = (X))

#define SETT_POP(V) ((V).at[--(V).count])

#define SETT_RELEASE(V)                                                        \
  (sett_free ((V).at, (V).room * sizeof *(V).at), (V).at = NULL,               \
   (V).count = (V).room = 0)

static inline void *sett_vector_grow (void *at, size_t *room, size_t size) {
  const size_t wider = *room ? 2 * *room : 8;
  at = sett_resize (at, *room * size, wider * size);
  *room = wider;
  return at;
}

#endif
