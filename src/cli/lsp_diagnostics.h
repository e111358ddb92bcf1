/* What is wrong with a text of Promela, for editors. */

#ifndef SETT_CLI_LSP_DIAGNOSTICS_H
#define SETT_CLI_LSP_DIAGNOSTICS_H

#include "cli/options.h"

#include <jansson.h>

/* The protocol's array of diagnostics: errors, warnings, and statements that
   no control flow reaches.  What the text includes is looked for where the
   document lies. */
json_t *sett_lsp_diagnostics (const sett_options *, const char *uri,
                              const char *text);

#endif
