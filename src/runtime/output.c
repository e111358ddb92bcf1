#include "runtime/output.h"

#include "base/memory.h"
#include "runtime/engine.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

static int kept = -1;

void sett_output_divert (void) {
  const sett_orders *orders = &engine.board->orders;
  int fd;
  if (orders->task == SETT_TASK_REPLAY) {
    if (orders->show_output)
      return;
    fd = sett_raw (SYS_memfd_create, "output", 1 /* close on exec */);
    kept = sett_raw (SYS_fcntl, fd, F_DUPFD_CLOEXEC, 900);
  } else
    fd = sett_raw (SYS_open, "/dev/null", O_WRONLY | O_CLOEXEC, 0);
  sett_raw (SYS_dup2, fd, 1);
  sett_raw (SYS_dup2, fd, 2);
  sett_raw (SYS_close, fd);
}

char *sett_output_get (unsigned long *length) {
  struct stat info;
  *length = 0;
  if (kept < 0 || sett_raw (SYS_fstat, kept, &info))
    return NULL;
  const size_t most = 1 << 20;
  const size_t size = (size_t)info.st_size < most ? (size_t)info.st_size : most;
  char *text = sett_alloc (size + 1);
  const long n = sett_raw (SYS_pread64, kept, text, size, 0);
  *length = n > 0 ? n : 0;
  return text;
}
