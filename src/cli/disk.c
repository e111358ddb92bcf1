/* `sett check --disk`: see disk.h. */

#include "cli/disk.h"

#include "cli/cli.h"
#include "store/spool.h"

#include <linux/magic.h>
#include <stdlib.h>
#include <sys/vfs.h>

/* /tmp may be in memory; /var/tmp is for what is large. */
const char *sett_cli_disk_folder (const sett_options *o) {
  const char *usual = getenv ("TMPDIR");
  if (o->disk_dir)
    return o->disk_dir;
  return usual && *usual ? usual : "/var/tmp";
}

uint64_t sett_cli_disk_spill_after (void) {
#ifdef SETT_MUTANTS
  const char *text = getenv ("SETT_DISK_SPILL");
  return text ? strtoull (text, NULL, 10) : 0;
#else
  return 0;
#endif
}

static sett_exit probe (const sett_options *o) {
  sett_disk disk = {.folder = sett_cli_disk_folder (o)};
  sett_spool spool;
  const int fine = sett_spool_open (&spool, &disk);
  sett_spool_close (&spool);
  return fine
             ? SETT_EXIT_FINE
             : sett_cli_error (o->json, "--disk: %s; --disk-dir DIR says where",
                               disk.message);
}

/* What lies in memory all the same is no gain. */
static void warn (const sett_options *o) {
  struct statfs where;
  const char *folder = sett_cli_disk_folder (o);
  if (!o->quiet && !o->json && !statfs (folder, &where) &&
      where.f_type == TMPFS_MAGIC)
    sett_cli_say ("--disk: '%s' is in memory (tmpfs); --disk-dir DIR says "
                  "where else to write",
                  folder);
}

sett_exit sett_cli_disk_check (const sett_options *o) {
  if (!o->disk)
    return SETT_EXIT_FINE;
  if (o->checkpoint)
    return sett_cli_error (o->json,
                           "--disk does not go with --checkpoint: what is on "
                           "disk is not saved; leave one out");
  const sett_exit status = probe (o);
  if (!status)
    warn (o);
  return status;
}

sett_exit sett_cli_disk_check_run (const sett_check_run *t,
                                   const sett_options *o) {
  const char *reason = o->disk ? sett_search_refuses_disk (&t->search) : NULL;
  if (reason && t->search.explorer.claim)
    return sett_cli_error (o->json, "--disk does not check '%s': %s",
                           t->item->title, reason);
  return reason ? sett_cli_error (o->json, "--disk: %s", reason)
                : SETT_EXIT_FINE;
}
