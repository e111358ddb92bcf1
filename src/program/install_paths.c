/* The run-time library and its company: see install_paths.h. */

#include "program/install_paths.h"

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

static void find_folder (sett_install_paths *install_paths) {
  const char *slash = strrchr (install_paths->library, '/');
  install_paths->folder = sett_strndup (
      install_paths->library, (size_t)(slash - install_paths->library));
}

int sett_install_paths_find (sett_install_paths *install_paths,
                             sett_text *error) {
  char home[PATH_MAX];
  const char *other = getenv ("SETT_RUNTIME");
  *install_paths = (sett_install_paths){0};
  if (!find_home (home)) {
    sett_text_add (error, "cannot find out where the program itself is");
    return 0;
  }
  if (other && *other)
    install_paths->library = find_part ("", other);
  for (int i = 0; i < PLACES; i++) {
    if (!install_paths->library && !(other && *other))
      install_paths->library = find_part (home, places[i].library);
    if (!install_paths->include)
      install_paths->include = find_part (home, places[i].include);
    if (!install_paths->specs)
      install_paths->specs = find_part (home, places[i].specs);
    if (!install_paths->inlined)
      install_paths->inlined = find_part (home, places[i].inlined);
  }
  if (install_paths->library)
    find_folder (install_paths);
  if (install_paths->library && install_paths->include &&
      install_paths->specs && install_paths->inlined)
    return 1;
  if (!install_paths->library && other && *other)
    sett_text_addf (error, "SETT_RUNTIME: there is no '%s'", other);
  else
    sett_text_addf (error,
                    "%s is missing: it is neither in %s nor installed beside "
                    "it; 'make' builds it",
                    !install_paths->library
                        ? "the run-time library, libsett-run.so,"
                    : !install_paths->include ? "the header, sett.h,"
                    : !install_paths->specs   ? "the file sett.specs"
                                              : "the file inline.h",
                    home);
  return 0;
}

void sett_install_paths_release (sett_install_paths *install_paths) {
  sett_strfree (install_paths->library);
  sett_strfree (install_paths->folder);
  sett_strfree (install_paths->include);
  sett_strfree (install_paths->specs);
  sett_strfree (install_paths->inlined);
  *install_paths = (sett_install_paths){0};
}
