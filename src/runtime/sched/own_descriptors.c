/* Descriptors of the engine's: see own_descriptors.h.  The table says which
   arguments of calls are descriptors.  A call that is refused anyway has no
   row, nor have those that take a list of them and only wait (poll). */

#include "runtime/sched/own_descriptors.h"

#include "runtime/core/os_process.h"

#include <sys/mman.h>

enum { FIRST = 1, SECOND = 2, THIRD = 4, FIFTH = 16 };

#define ONE(NAME) [SYS_##NAME] = FIRST
#define TWO(NAME) [SYS_##NAME] = FIRST | THIRD
#define BOTH(NAME) [SYS_##NAME] = FIRST | SECOND

static const uint8_t arguments[] = {
    ONE (read),
    ONE (write),
    ONE (pread64),
    ONE (pwrite64),
    ONE (readv),
    ONE (writev),
    ONE (preadv),
    ONE (pwritev),
    ONE (preadv2),
    ONE (pwritev2),
    ONE (close),
    ONE (fstat),
    ONE (lseek),
    ONE (ioctl),
    ONE (fcntl),
    ONE (flock),
    ONE (fsync),
    ONE (fdatasync),
    ONE (ftruncate),
    ONE (getdents),
    ONE (getdents64),
    ONE (fchdir),
    ONE (fchmod),
    ONE (fchown),
    ONE (dup),
    BOTH (dup2),
    BOTH (dup3),
    BOTH (sendfile),
    TWO (copy_file_range),
    TWO (splice),
    ONE (fallocate),
    ONE (fadvise64),
    ONE (readahead),
    ONE (sync_file_range),
    ONE (syncfs),
    ONE (fstatfs),
    ONE (fgetxattr),
    ONE (fsetxattr),
    ONE (flistxattr),
    ONE (fremovexattr),
    ONE (openat),
    ONE (openat2),
    ONE (mkdirat),
    ONE (mknodat),
    ONE (unlinkat),
    ONE (fchownat),
    ONE (fchmodat),
    ONE (fchmodat2),
    ONE (faccessat),
    ONE (faccessat2),
    ONE (readlinkat),
    ONE (newfstatat),
    ONE (statx),
    ONE (utimensat),
    ONE (futimesat),
    TWO (renameat),
    TWO (renameat2),
    TWO (linkat),
    [SYS_symlinkat] = SECOND,
    ONE (execveat),
    [SYS_mmap] = FIFTH,
    ONE (accept),
    ONE (accept4),
    ONE (bind),
    ONE (listen),
    ONE (connect),
    ONE (sendto),
    ONE (recvfrom),
    ONE (sendmsg),
    ONE (recvmsg),
    ONE (sendmmsg),
    ONE (recvmmsg),
    ONE (getsockopt),
    ONE (setsockopt),
    ONE (shutdown),
    ONE (getsockname),
    ONE (getpeername),
    TWO (epoll_ctl),
    ONE (epoll_wait),
    ONE (epoll_pwait),
    ONE (epoll_pwait2),
    ONE (timerfd_settime),
    ONE (timerfd_gettime),
    ONE (inotify_add_watch),
    ONE (inotify_rm_watch),
    ONE (signalfd),
    ONE (signalfd4),
};

int sett_call_is_beyond (const sett_call *call) {
  if ((size_t)call->number >= sizeof arguments)
    return 0;
  unsigned which = arguments[call->number];
  if (call->number == SYS_mmap && call->a[3] & MAP_ANONYMOUS)
    return 0;
  for (const long *a = call->a; which; a++, which >>= 1)
    if (which & 1 && (int)*a >= SETT_MOST_DESCRIPTORS)
      return 1;
  return 0;
}
