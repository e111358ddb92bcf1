/* The headers at the head of generated code: see base/embed.h. */

#include "promela/emit/embedded.h"

#include "base/embed.h"

SETT_EMBED (embedded_step_header, "/kernel/step.h");
SETT_EMBED (embedded_runtime_header, "/promela/emit/runtime.h");

extern const char embedded_step_header_end[];
extern const char embedded_runtime_header_end[];

size_t sett_embedded_step_header_size (void) {
  return (size_t)(embedded_step_header_end - embedded_step_header);
}

size_t sett_embedded_runtime_header_size (void) {
  return (size_t)(embedded_runtime_header_end - embedded_runtime_header);
}
