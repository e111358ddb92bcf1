/* The run-time library and its company: see kit.h. */

#include "program/kit.h"

#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Relative to the folder of the program: as built, as installed. */
static const struct {
  const char *library, *include, *specs, *inlined;
} places[] = {
    {"libsett-run.so", "include", "sett.specs", "inline.h"},
    {"../lib/sett/libsett-run.so", "../include", "../lib/sett/sett.specs",
     "../lib/sett/inline.h"},
};

enum { PLACES = sizeof places / sizeof *places };

/* The canonical path of a part; null if it does not exist. */
static char *find_part (const char *home, const char *part) {
  char joined[PATH_MAX], path[PATH_MAX];
  const int length =
      snprintf (joined, sizeof joined, "%s%s%s", home, *home ? "/" : "", part);
  if (length < 0 || (size_t)length >= sizeof joined || !realpath (joined, path))
    return NULL;
  return sett_strdup (path);
}

static int find_home (char home[PATH_MAX]) {
  const ssize_t length = readlink ("/proc/self/exe", home, PATH_MAX - 1);
  if (length <= 0)
    return 0;
  home[length] = 0;
  *strrchr (home, '/') = 0;
  return 1;
}

static void find_folder (sett_kit *kit) {
  const char *slash = strrchr (kit->library, '/');
  kit->folder = sett_strndup (kit->library, (size_t)(slash - kit->library));
}

int sett_kit_find (sett_kit *kit, sett_text *error) {
  char home[PATH_MAX];
  const char *other = getenv ("SETT_RUNTIME");
  *kit = (sett_kit){0};
  if (!find_home (home)) {
    sett_text_add (error, "cannot find out where the program itself is");
    return 0;
  }
  if (other && *other)
    kit->library = find_part ("", other);
  for (int i = 0; i < PLACES; i++) {
    if (!kit->library && !(other && *other))
      kit->library = find_part (home, places[i].library);
    if (!kit->include)
      kit->include = find_part (home, places[i].include);
    if (!kit->specs)
      kit->specs = find_part (home, places[i].specs);
    if (!kit->inlined)
      kit->inlined = find_part (home, places[i].inlined);
  }
  if (kit->library)
    find_folder (kit);
  if (kit->library && kit->include && kit->specs && kit->inlined)
    return 1;
  if (!kit->library && other && *other)
    sett_text_addf (error, "SETT_RUNTIME: there is no '%s'", other);
  else
    sett_text_addf (error,
                    "%s is missing: it is neither in %s nor installed beside "
                    "it; 'make' builds it",
                    !kit->library   ? "the run-time library, libsett-run.so,"
                    : !kit->include ? "the header, sett.h,"
                    : !kit->specs   ? "the file sett.specs"
                                    : "the file inline.h",
                    home);
  return 0;
}

void sett_kit_release (sett_kit *kit) {
  sett_strfree (kit->library);
  sett_strfree (kit->folder);
  sett_strfree (kit->include);
  sett_strfree (kit->specs);
  sett_strfree (kit->inlined);
  *kit = (sett_kit){0};
}
