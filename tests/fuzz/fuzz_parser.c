/* libFuzzer harness for the Promela front end.

   Any text goes through parser, automata, layout and code generation, as
   `sett parse --c` does it, for one of the kinds of properties.  Neither the
   preprocessor nor a compiler runs, so embedded C is not allowed.  Afterwards
   every byte must have been given back. */

#include "base/memory.h"
#include "base/text.h"
#include "promela/promela.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void require_balance (size_t before) {
  const size_t after = sett_memory_in_use ();
  if (after == before)
    return;
  fprintf (stderr, "fuzz: %zu bytes in use before, %zu after\n", before, after);
  abort ();
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  const size_t before = sett_memory_in_use ();
  static const sett_property_kind kinds[] = {
      SETT_PROPERTY_SAFETY, SETT_PROPERTY_LTL, SETT_PROPERTY_NEVER,
      SETT_PROPERTY_TRACE};
  const sett_promela_options options = {.property = {.kind = kinds[size % 4]},
                                        .receptions = size % 3 == 0,
                                        .overflows = size % 3 == 1};
  const char *text = (const char *)data; /* a text ends at its first zero */
  char *source = sett_strndup (text, strnlen (text, size));
  sett_text code = {0};
  sett_text diagnostics = {0};
  sett_promela_show ("fuzz.pml", source, &options, SETT_VIEW_C, &code,
                     &diagnostics);
  sett_text_release (&code);
  sett_text_release (&diagnostics);
  sett_strfree (source);
  require_balance (before);
  return 0;
}
