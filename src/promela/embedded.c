/* Put into the program by the assembler, straight from the sources.

   SETT_SOURCE is where they are; the Makefile gives the full path, so that it
   does not matter where the compiler runs. */

#include "promela/embedded.h"

#ifndef SETT_SOURCE
#define SETT_SOURCE "src"
#endif

#define EMBED(NAME, PATH)                                                      \
  __asm__(".pushsection .rodata\n"                                             \
          ".global " #NAME "\n"                                                \
          ".type " #NAME ", @object\n" #NAME ":\n"                             \
          ".incbin \"" PATH "\"\n" #NAME "_end:\n"                             \
          ".byte 0\n"                                                          \
          ".size " #NAME ", . - " #NAME "\n"                                   \
          ".global " #NAME "_end\n"                                            \
          ".popsection\n")

EMBED (embedded_step_header, SETT_SOURCE "/kernel/step.h");
EMBED (embedded_runtime_header, SETT_SOURCE "/promela/runtime.h");

extern const char embedded_step_header_end[];
extern const char embedded_runtime_header_end[];

size_t embedded_step_header_size (void) {
  return (size_t)(embedded_step_header_end - embedded_step_header);
}

size_t embedded_runtime_header_size (void) {
  return (size_t)(embedded_runtime_header_end - embedded_runtime_header);
}
