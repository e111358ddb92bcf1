/* Where everything lies in a state.

   A state is the record of the globals followed by one record per process, in
   the order of their numbers.  Processes die in the reverse order of their
   birth, so records come and go only at the end.

     globals:  variables | _nr_pr | _last | monitor | channels | C | hidden |
               padding
     process:  location (2 bytes) | [priority] | variables | channels | C |
               padding

   C is what c_state and c_track declare, each at a multiple of 8.

   Each record is a multiple of 8 bytes, members lie at their natural
   alignment, and the structs of the generated C have the same layout. */

#ifndef SETT_PROMELA_LAYOUT_H
#define SETT_PROMELA_LAYOUT_H

#include "promela/parse/ast.h"

struct diagnostics;

/* First the records and channel shapes; then, when the sizes of embedded C
   are known, the rest. */
void sett_layout_records (tree *);
void sett_layout_tree (tree *, struct diagnostics *);

uint32_t sett_size_of_type (const type *); /* of one element */
uint32_t sett_align_of_type (const type *);
const char *sett_c_name_of_type (const type *);

/* A channel whose shape is known when the model is read. */
typedef struct known_channel {
  const channel_shape *shape;
  const selector *where; /* the last one, with its index */
  uint32_t offset;       /* of the first element */
  uint32_t number;
} known_channel;
int sett_find_known_channel (const tree *, const expression *, known_channel *);

#endif
