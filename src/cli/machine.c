/* What the machine has: see machine.h.

   A process is in one control group of each hierarchy; /proc/self/cgroup says
   in which, and /proc/self/mountinfo where the hierarchies are mounted, and
   from which group on.  A limit, of memory say, holds for the whole tree below
   the group that has it, so all groups from ours up to the mount count. Version
   1 has a hierarchy for memory, version 2 one for everything. */

#include "cli/machine.h"

#include "base/text.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a hierarchy that knows the limit is mounted. */
typedef struct hierarchy {
  char *point; /* the folder */
  char *group; /* that this folder is */
  int version;
} hierarchy;

/* What is limited, by which controller, and the limit of the group of a folder;
   UINT64_MAX: none. */
typedef struct resource {
  const char *controller;
  uint64_t (*read_limit) (const char *folder, int version);
} resource;

/* A number, and a second one if it is asked for; false if they are not there.
 */
static int read_numbers (const char *folder, const char *name, uint64_t *first,
                         uint64_t *second) {
  sett_text path = {0};
  sett_text_addf (&path, "%s/%s", folder, name);
  FILE *file = fopen (sett_text_get (&path), "r");
  int done = file && fscanf (file, "%" SCNu64, first) == 1;
  if (done && second)
    done = fscanf (file, "%" SCNu64, second) == 1;
  if (file)
    fclose (file);
  sett_text_release (&path);
  return done;
}

static uint64_t read_memory (const char *folder, int version) {
  uint64_t limit;
  const char *name = version == 2 ? "memory.max" : "memory.limit_in_bytes";
  return read_numbers (folder, name, &limit, NULL) && limit ? limit
                                                            : UINT64_MAX;
}

/* Processors, rounded up: so much time of them in each period.  (Without a
   limit the first version has -1, which is a very large number.) */
static uint64_t read_processors (const char *folder, int version) {
  uint64_t quota, period;
  const int known =
      version == 2
          ? read_numbers (folder, "cpu.max", &quota, &period)
          : read_numbers (folder, "cpu.cfs_quota_us", &quota, NULL) &&
                read_numbers (folder, "cpu.cfs_period_us", &period, NULL);
  return known && quota && period && quota <= INT64_MAX
             ? (quota - 1) / period + 1
             : UINT64_MAX;
}

static const resource memory = {"memory", read_memory};
static const resource processors = {"cpu", read_processors};

static uint64_t smaller (uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* The smallest limit from a group up to the one where its hierarchy is
   mounted. */
static uint64_t limit_of_group (const resource *r, const char *root,
                                const hierarchy *h, const char *group) {
  const size_t skipped = strcmp (h->group, "/") ? strlen (h->group) : 0;
  sett_text folder = {0};
  sett_text_addf (&folder, "%s%s", root, h->point);
  const size_t top = folder.length;
  if (!strncmp (group, h->group, skipped) && !strstr (group, "/.."))
    sett_text_add (&folder, group + skipped);
  uint64_t limit = UINT64_MAX;
  for (;;) {
    limit =
        smaller (limit, r->read_limit (sett_text_get (&folder), h->version));
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
static uint64_t limit_of_line (const resource *r, const char *root,
                               const hierarchy *h, char *line) {
  char *controllers = strchr (line, ':');
  char *group = controllers ? strchr (controllers + 1, ':') : NULL;
  if (!group)
    return UINT64_MAX;
  controllers++;
  *group++ = 0;
  group[strcspn (group, "\n")] = 0;
  const int version = !*controllers ? 2 : has_word (controllers, r->controller);
  return version == h->version ? limit_of_group (r, root, h, group)
                               : UINT64_MAX;
}

static FILE *open_below (const char *root, const char *path) {
  sett_text whole = {0};
  sett_text_addf (&whole, "%s%s", root, path);
  FILE *file = fopen (sett_text_get (&whole), "r");
  sett_text_release (&whole);
  return file;
}

static uint64_t limit_of_hierarchy (const resource *r, const char *root,
                                    const hierarchy *h) {
  FILE *file = open_below (root, "/proc/self/cgroup");
  uint64_t limit = UINT64_MAX;
  char *line = NULL;
  size_t room = 0;
  while (file && getline (&line, &room, file) >= 0)
    limit = smaller (limit, limit_of_line (r, root, h, line));
  free (line);
  if (file)
    fclose (file);
  return limit;
}

/* ID PARENT DEVICE GROUP POINT ... - TYPE SOURCE OPTIONS */
static int parse_mount (const resource *r, char *line, hierarchy *h) {
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
  h->version = !strcmp (type, "cgroup2") ? 2
               : !strcmp (type, "cgroup") && has_word (options, r->controller)
                   ? 1
                   : 0;
  return h->version != 0;
}

static uint64_t limit_of_groups (const resource *r, const char *root) {
  FILE *file = open_below (root, "/proc/self/mountinfo");
  uint64_t limit = UINT64_MAX;
  hierarchy h;
  char *line = NULL;
  size_t room = 0;
  while (file && getline (&line, &room, file) >= 0)
    if (parse_mount (r, line, &h))
      limit = smaller (limit, limit_of_hierarchy (r, root, &h));
  free (line);
  if (file)
    fclose (file);
  return limit;
}

uint64_t sett_machine_group_limit (const char *root) {
  return limit_of_groups (&memory, root);
}

uint64_t sett_machine_group_processors (const char *root) {
  return limit_of_groups (&processors, root);
}

uint64_t sett_machine_memory (void) {
  const uint64_t bytes =
      (uint64_t)sysconf (_SC_PHYS_PAGES) * (uint64_t)sysconf (_SC_PAGESIZE);
  return smaller (bytes, sett_machine_group_limit (""));
}

unsigned sett_machine_processors (void) {
  cpu_set_t set;
  const long online = sysconf (_SC_NPROCESSORS_ONLN);
  uint64_t all = online > 0 ? (uint64_t)online : 1;
  if (!sched_getaffinity (0, sizeof set, &set))
    all = (uint64_t)CPU_COUNT (&set);
  return (unsigned)smaller (all, sett_machine_group_processors (""));
}
