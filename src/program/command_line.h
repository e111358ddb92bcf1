/* A command line of a compiler, understood as far as a driver must. */

#ifndef SETT_PROGRAM_COMMAND_LINE_H
#define SETT_PROGRAM_COMMAND_LINE_H

#include "base/string_list.h"

typedef struct sett_command_line {
  unsigned inputs;         /* files of any kind */
  unsigned c, cxx, others; /* C sources, C++ sources, sources in all */
  unsigned headers;
  int only_informs; /* --version and the like */
  int preprocesses; /* -E, -M, -MM: nothing is compiled */
  int stops_early;  /* these, -c, -S, ...: nothing is linked */
  int is_static;
} sett_command_line;

/* Files with arguments (@file) are read, too. */
void sett_command_line_read (sett_command_line *, const sett_strings *);

typedef enum sett_input_kind {
  SETT_INPUT_OTHER, /* unknown to compilers: for the linker */
  SETT_INPUT_OBJECT,
  SETT_INPUT_ASSEMBLY, /* nothing to instrument */
  SETT_INPUT_C,
  SETT_INPUT_CXX,
  SETT_INPUT_LANGUAGE, /* another one */
  SETT_INPUT_HEADER,
} sett_input_kind;

/* By the suffix, as gcc does. */
sett_input_kind sett_input_kind_of (const char *name);

#endif
