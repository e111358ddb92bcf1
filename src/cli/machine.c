/* What the machine has: see machine.h.

   A process is in one control group of each hierarchy; /proc/self/cgroup says
   in which, and /proc/self/mountinfo where the hierarchies are mounted, and
   from which group on.  A limit of memory holds for the whole tree below the
   group that has it, so all groups from ours up to the mount count.  Version 1
   has a hierarchy for memory, version 2 one for everything. */

#include "cli/machine.h"

#include "base/text.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a hierarchy that knows limits of memory is mounted. */
typedef struct hierarchy {
  char *point; /* the folder */
  char *group; /* that this folder is */
  int version;
} hierarchy;

/* The limit in a file of the control group; none if it says "max". */
static uint64_t read_limit (const char *folder, int version) {
  sett_text path = {0};
  uint64_t limit = UINT64_MAX;
  sett_text_addf (&path, "%s/%s", folder,
                  version == 2 ? "memory.max" : "memory.limit_in_bytes");
  FILE *file = fopen (sett_text_get (&path), "r");
  if (file && (fscanf (file, "%" SCNu64, &limit) != 1 || !limit))
    limit = UINT64_MAX;
  if (file)
    fclose (file);
  sett_text_release (&path);
  return limit;
}

static uint64_t smaller (uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* The smallest limit from a group up to the one where its hierarchy is
   mounted. */
static uint64_t limit_of_group (const char *root, const hierarchy *h,
                                const char *group) {
  const size_t skipped = strcmp (h->group, "/") ? strlen (h->group) : 0;
  sett_text folder = {0};
  sett_text_addf (&folder, "%s%s", root, h->point);
  const size_t top = folder.length;
  if (!strncmp (group, h->group, skipped) && !strstr (group, "/.."))
    sett_text_add (&folder, group + skipped);
  uint64_t limit = UINT64_MAX;
  for (;;) {
    limit = smaller (limit, read_limit (sett_text_get (&folder), h->version));
    if (folder.length <= top)
      break;
    while (folder.length > top && folder.at[--folder.length] != '/')
      ;
    folder.at[folder.length] = 0;
  }
  sett_text_release (&folder);
  return limit;
}

static int has_word (const char *list, const char *word) {
  const size_t length = strlen (word);
  for (const char *at = list; (at = strstr (at, word)); at += length)
    if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ','))
      return 1;
  return 0;
}

/* ID:CONTROLLERS:GROUP; no controllers: version 2. */
static uint64_t limit_of_line (const char *root, const hierarchy *h,
                               char *line) {
  char *controllers = strchr (line, ':');
  char *group = controllers ? strchr (controllers + 1, ':') : NULL;
  if (!group)
    return UINT64_MAX;
  controllers++;
  *group++ = 0;
  group[strcspn (group, "\n")] = 0;
  const int version = !*controllers ? 2 : has_word (controllers, "memory");
  return version == h->version ? limit_of_group (root, h, group) : UINT64_MAX;
}

static FILE *open_below (const char *root, const char *path) {
  sett_text whole = {0};
  sett_text_addf (&whole, "%s%s", root, path);
  FILE *file = fopen (sett_text_get (&whole), "r");
  sett_text_release (&whole);
  return file;
}

static uint64_t limit_of_hierarchy (const char *root, const hierarchy *h) {
  FILE *file = open_below (root, "/proc/self/cgroup");
  uint64_t limit = UINT64_MAX;
  char *line = NULL;
  size_t room = 0;
  while (file && getline (&line, &room, file) >= 0)
    limit = smaller (limit, limit_of_line (root, h, line));
  free (line);
  if (file)
    fclose (file);
  return limit;
}

/* ID PARENT DEVICE GROUP POINT ... - TYPE SOURCE OPTIONS */
static int parse_mount (char *line, hierarchy *h) {
  char *rest = strstr (line, " - ");
  char *field = line, *fields[5], *type, *options;
  for (int i = 0; i < 5; i++)
    if (!(fields[i] = strsep (&field, " ")))
      return 0;
  if (!rest || rest < fields[4])
    return 0;
  rest += 3;
  type = strsep (&rest, " ");
  strsep (&rest, " ");
  options = rest ? rest : type;
  options[strcspn (options, "\n")] = 0;
  h->group = fields[3];
  h->point = fields[4];
  h->version = !strcmp (type, "cgroup2")                                  ? 2
               : !strcmp (type, "cgroup") && has_word (options, "memory") ? 1
                                                                          : 0;
  return h->version != 0;
}

uint64_t sett_machine_group_limit (const char *root) {
  FILE *file = open_below (root, "/proc/self/mountinfo");
  uint64_t limit = UINT64_MAX;
  hierarchy h;
  char *line = NULL;
  size_t room = 0;
  while (file && getline (&line, &room, file) >= 0)
    if (parse_mount (line, &h))
      limit = smaller (limit, limit_of_hierarchy (root, &h));
  free (line);
  if (file)
    fclose (file);
  return limit;
}

uint64_t sett_machine_memory (void) {
  const uint64_t bytes =
      (uint64_t)sysconf (_SC_PHYS_PAGES) * (uint64_t)sysconf (_SC_PAGESIZE);
  return smaller (bytes, sett_machine_group_limit (""));
}

unsigned sett_machine_processors (void) {
  cpu_set_t set;
  const long online = sysconf (_SC_NPROCESSORS_ONLN);
  if (!sched_getaffinity (0, sizeof set, &set))
    return (unsigned)CPU_COUNT (&set);
  return online > 0 ? (unsigned)online : 1; /* more than a set has room for */
}
