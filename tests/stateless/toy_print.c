/* Toy programs as text. */

#include "toy.h"

#include "toy_objects.h"

#include <stdio.h>

void toy_print (const toy_program *program) {
  for (unsigned t = 0; t < program->threads; t++) {
    printf ("thread %u%s:", t, program->waiting & BIT (t) ? " (created)" : "");
    for (unsigned i = 0; i < program->length[t]; i++) {
      const toy_instruction *in = &program->code[t][i];
      printf (" %s(%u,%u,%u,%u)", toy_name (in->code), in->a, in->b, in->c,
              in->d);
    }
    printf ("\n");
  }
  printf ("semaphores:");
  for (unsigned i = 0; i < TOY_OTHERS; i++)
    printf (" %u", program->semaphores[i]);
  printf (" barriers:");
  for (unsigned i = 0; i < TOY_OTHERS; i++)
    printf (" %u", program->barriers[i]);
  printf (" latches:");
  for (unsigned i = 0; i < TOY_OTHERS; i++)
    printf (" %u", program->latches[i]);
  printf (" rooms:");
  for (unsigned i = 0; i < TOY_OTHERS; i++)
    printf (" %u", program->rooms[i]);
  printf ("\n");
}
