/* The headers at the head of generated code: see base/embed.h. */

#include "promela/emit/embedded.h"

#include "base/embed.h"

SETT_EMBED (step_header, "/kernel/step.h");
SETT_EMBED (runtime_header, "/promela/emit/runtime.h");

extern const char step_header[], runtime_header[];

const char *sett_embedded_step_header (void) {
  return step_header;
}

const char *sett_embedded_runtime_header (void) {
  return runtime_header;
}
