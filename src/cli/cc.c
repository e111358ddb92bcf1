/* sett cc and sett c++: drop-in compilers. */

#include "base/text.h"
#include "cli/cli.h"
#include "program/compiler_driver.h"

static sett_exit compile (int cxx, const sett_options *options) {
  sett_text error = {0};
  sett_compile_exec (cxx, &options->operands, &error);
  const sett_exit status = sett_cli_error (0, "%s", sett_text_get (&error));
  sett_text_release (&error);
  return status;
}

sett_exit sett_cli_cc (const sett_options *options) {
  return compile (0, options);
}

sett_exit sett_cli_cxx (const sett_options *options) {
  return compile (1, options);
}
