/* Questions about random programs: see program.h. */

#include "program.h"

int has_operation (const program *p, code c) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (p->code[t][i].code == c)
        return 1;
  return 0;
}

int goes_round (const program *p) {
  return has_operation (p, OP_AWAIT_BACK) || has_operation (p, OP_AWAIT_POLL);
}

int uses_files (const program *p) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (p->code[t][i].code >= OP_FILE_OPEN &&
          p->code[t][i].code <= OP_FOLDER_REMOVE)
        return 1;
  return 0;
}

static int is_plain (code c) {
  return c == OP_READ || c == OP_WRITE || c == OP_INCREMENT ||
         c == OP_WAIT_LOOP || c == OP_ONCE || c == OP_AWAIT_POLL;
}

static int is_atomic (code c) {
  return (c >= OP_LOAD && c <= OP_WHEN) || c == OP_AWAIT ||
         (c >= OP_AWAIT_YIELD && c <= OP_AWAIT_BACK) || c == OP_RETRY ||
         c == OP_FUTEX_WAIT || c == OP_FUTEX_TIMED;
}

int uses_plain (const program *p, unsigned variable) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (is_plain (p->code[t][i].code) && p->code[t][i].x == variable)
        return 1;
  return 0;
}

int uses_atomic (const program *p, unsigned variable) {
  if (variable == COUNTER && has_operation (p, OP_KEY))
    return 1;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++) {
      const operation *o = &p->code[t][i];
      if (is_atomic (o->code) &&
          (o->x == variable ||
           ((o->code == OP_AWAIT_TWO || o->code == OP_AWAIT_BACK ||
             o->code == OP_BOTH) &&
            (o->x + 1u) % ATOMIC == variable)))
        return 1;
    }
  return 0;
}
