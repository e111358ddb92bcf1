/* Renaming in the shadow.  The order of the checks is the kernel's. */

#include "base/assert.h"
#include "runtime/files/shadow.h"

#include <string.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#define RENAME_WHITEOUT 4
#endif

static sett_way from, to;

static int is_same (const sett_spot *a, const sett_spot *b) {
  return a->s.st_dev == b->s.st_dev && a->s.st_ino == b->s.st_ino;
}

/* Is `folder` at `above`, or below it? */
static int is_inside (const sett_spot *folder, const sett_spot *upcalls) {
  static sett_spot at, next;
  sett_spot_copy (&at, folder);
  for (;;) {
    if (is_same (&at, upcalls))
      return 1;
    if (sett_spot_parent (&at, &next) || is_same (&at, &next))
      return 0;
    sett_spot_copy (&at, &next);
  }
}

static int is_folder (const sett_way *w) {
  return w->exists && S_ISDIR (w->at.s.st_mode);
}

static long check_names (unsigned flags) {
  if (from.folder.s.st_dev != to.folder.s.st_dev)
    return -EXDEV;
  if (from.last != SETT_LAST_NAME)
    return -EBUSY;
  if (to.last != SETT_LAST_NAME)
    return flags & RENAME_NOREPLACE ? -EEXIST : -EBUSY;
  if (!from.exists)
    return -ENOENT;
  if (flags & RENAME_NOREPLACE && to.exists)
    return -EEXIST;
  if (flags & RENAME_EXCHANGE && !to.exists)
    return -ENOENT;
  return 0;
}

static long check_slashes (unsigned flags) {
  if (flags & RENAME_EXCHANGE && !is_folder (&to) && to.slash)
    return -ENOTDIR;
  if (is_folder (&from))
    return 0;
  return from.slash || (to.slash && !(flags & RENAME_EXCHANGE)) ? -ENOTDIR : 0;
}

/* A folder does not go into itself. */
static long check_places (unsigned flags) {
  if (is_folder (&from) && is_inside (&to.folder, &from.at))
    return -EINVAL;
  if (is_folder (&to) && is_inside (&from.folder, &to.at))
    return flags & RENAME_EXCHANGE ? -EINVAL : -ENOTEMPTY;
  return 0;
}

static long check_rights (unsigned flags) {
  const int exchange = (flags & RENAME_EXCHANGE) != 0;
  const int elsewhere = !is_same (&from.folder, &to.folder);
  long wrong = sett_spot_may_remove (&from.folder, &from.at, is_folder (&from));
  if (!wrong && !to.exists)
    wrong = sett_spot_may_add (&to.folder);
  else if (!wrong)
    wrong = sett_spot_may_remove (&to.folder, &to.at,
                                  is_folder (exchange ? &to : &from));
  if (!wrong && elsewhere && is_folder (&from))
    wrong = sett_spot_may (&from.at, W_OK);
  if (!wrong && elsewhere && exchange && is_folder (&to))
    wrong = sett_spot_may (&to.at, W_OK);
  return wrong;
}

static void exchange (void) {
  const uint32_t a = sett_spot_node (&from.at), b = sett_spot_node (&to.at);
  SETT_ASSERT (a && b && a != b);
  sett_shadow_take_away (&from.folder, from.name, a);
  sett_shadow_take_away (&to.folder, to.name, b);
  sett_shadow_add (&from.folder, from.name, b);
  sett_shadow_add (&to.folder, to.name, a);
  sett_node_changed (a);
  sett_node_changed (b);
}

static long move (void) {
  if (is_folder (&to) && !sett_shadow_is_empty (&to.at))
    return -ENOTEMPTY;
  const uint32_t node = sett_spot_node (&from.at);
  const uint32_t old = to.exists ? sett_spot_node (&to.at) : 0;
  SETT_ASSERT (node && node != old);
  sett_shadow_take_away (&from.folder, from.name, node);
  if (old) {
    sett_shadow_take_away (&to.folder, to.name, old);
    sett_shadow_drop (old);
  }
  sett_shadow_add (&to.folder, to.name, node);
  sett_node_changed (node);
  return 0;
}

/* Both folders may be one, which has got a node meanwhile. */
static void agree (void) {
  if (is_same (&from.folder, &to.folder))
    to.folder.node = sett_spot_node (&from.folder);
}

long sett_shadow_rename (int from_folder, const char *old, int to_folder,
                         const char *new, unsigned flags) {
  if (flags & ~(unsigned)(RENAME_NOREPLACE | RENAME_EXCHANGE) ||
      flags == (RENAME_NOREPLACE | RENAME_EXCHANGE))
    return -EINVAL;
  long wrong = sett_way_find (from_folder, old, SETT_WAY_NAME, &from);
  if (!wrong)
    wrong = sett_way_find (to_folder, new, SETT_WAY_NAME, &to);
  if (!wrong)
    wrong = check_names (flags);
  if (!wrong)
    wrong = check_slashes (flags);
  if (!wrong)
    wrong = check_places (flags);
  if (wrong)
    return wrong;
  const char *real_old = sett_way_real (&from), *real_new = sett_way_real (&to);
  if (real_old && real_new)
    return sett_raw (SYS_renameat2, -100, real_old, -100, real_new, flags);
  if (real_old || real_new)
    return -EXDEV;
  if (to.exists && is_same (&from.at, &to.at))
    return 0;
  wrong = check_rights (flags);
  if (wrong)
    return wrong;
  agree ();
  if (!(flags & RENAME_EXCHANGE))
    return move ();
  exchange ();
  return 0;
}
