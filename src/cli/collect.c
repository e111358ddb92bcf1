/* See collect.h.  The last that is collected counts. */

#include "cli/collect.h"

#include "base/json.h"
#include "base/version.h"

#include <unistd.h>

static int collection = -1;

void sett_collect_to (int file) {
  collection = file;
}

int sett_collecting (void) {
  return collection >= 0;
}

void sett_collect (const json_t *tree) {
  if (!sett_collecting () || ftruncate (collection, 0) ||
      lseek (collection, 0, SEEK_SET))
    return;
  json_dumpfd (tree, collection, JSON_COMPACT);
}

void sett_collect_error (const char *diagnostics) {
  if (!sett_collecting ())
    return;
  json_t *tree =
      json_pack ("{s:s, s:s, s:o}", "sett", SETT_VERSION, "verdict", "error",
                 "diagnostics", sett_json_string (diagnostics));
  sett_collect (tree);
  json_decref (tree);
}
