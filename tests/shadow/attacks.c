/* Ways to change a file of the user's that is in the working folder: attacks
   WAY [only].  Without Sett each does (with "only"); under Sett nothing
   changes, and the deadlock that stands behind it is found.

   In the folder: files a, b, large (3 MiB), folders d (with x) and e. */

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "../lib/lock_both.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

static char by_number[64];

/* "/proc/self/fd/N" */
static const char *name_of (int number) {
  snprintf (by_number, sizeof by_number, "/proc/self/fd/%d", number);
  return by_number;
}

static void spoil (int number) {
  if (number >= 0 && write (number, "spoilt", 6) < 0)
    return;
  close (number);
}

/*------------------------------------------------------------------------*/
/* Opening. */

static void open_how (void) {
  struct open_how how = {.flags = O_WRONLY | O_TRUNC};
  spoil ((int)syscall (SYS_openat2, AT_FDCWD, "a", &how, sizeof how));
}

static void open_beneath (void) {
  struct open_how how = {.flags = O_WRONLY, .resolve = RESOLVE_BENEATH};
  spoil ((int)syscall (SYS_openat2, AT_FDCWD, "a", &how, sizeof how));
}

static void open_by_handle (void) {
  char room[sizeof (struct file_handle) + MAX_HANDLE_SZ];
  struct file_handle *handle = (struct file_handle *)room;
  int mount;
  handle->handle_bytes = MAX_HANDLE_SZ;
  const int folder = open (".", O_RDONLY);
  if (!name_to_handle_at (AT_FDCWD, "a", handle, &mount, 0))
    spoil (open_by_handle_at (folder, handle, O_WRONLY));
}

static void open_again (void) {
  spoil (open (name_of (open ("a", O_RDONLY)), O_RDWR));
}

static void open_path_again (void) {
  spoil (open (name_of (open ("a", O_PATH)), O_WRONLY | O_TRUNC));
}

static void open_input_again (void) {
  spoil (open ("/dev/stdin", O_WRONLY | O_TRUNC));
}

static void open_in_numbers (void) {
  const int number = open ("a", O_RDONLY), all = open ("/proc/self/fd", O_PATH);
  char name[16];
  snprintf (name, sizeof name, "%d", number);
  spoil (openat (all, name, O_WRONLY));
}

static void open_in_task (void) {
  char name[64];
  snprintf (name, sizeof name, "/proc/self/task/%d/cwd/a", (int)gettid ());
  spoil (open (name, O_WRONLY));
}

static void open_from_root (void) {
  char folder[4096], name[5000];
  if (getcwd (folder, sizeof folder)) {
    snprintf (name, sizeof name, "/proc/self/root%s/a", folder);
    spoil (open (name, O_WRONLY));
  }
}

/* A link of the kernel's that says which file memory is. */
static void open_mapping (void) {
  const int number = open ("a", O_RDONLY);
  const unsigned long at =
      (unsigned long)mmap (NULL, 4096, PROT_READ, MAP_SHARED, number, 0);
  char name[64];
  snprintf (name, sizeof name, "/proc/self/map_files/%lx-%lx", at, at + 4096);
  spoil (open (name, O_WRONLY));
}

static void open_changed_root (void) {
  if (!chroot ("."))
    spoil (open ("/a", O_WRONLY));
}

/* Calls of 32-bit programs: open ("a", O_WRONLY | O_TRUNC). */
static void open_narrow (void) {
  char *name = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  long result = 5;
  strcpy (name, "a");
  __asm__ volatile("int $0x80"
                   : "+a"(result)
                   : "b"(name), "c"(O_WRONLY | O_TRUNC), "d"(0)
                   : "memory", "r8", "r9", "r10", "r11");
}

/* The handler that hands over calls is not the program's to replace. */
static void ignore (int signal) {
  (void)signal;
}

static void open_unwatched (void) {
  signal (SIGSYS, ignore);
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
  spoil ((int)syscall (SYS_open, "a", O_WRONLY, 0));
}

static void open_undispatched (void) {
  prctl (PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
  spoil ((int)syscall (SYS_open, "a", O_WRONLY, 0));
}

/* open ("a", O_WRONLY | O_TRUNC), by code that was made just now. */
static void open_generated (void) {
  static const unsigned char code[] = {0x0f, 0x05, 0xc3}; /* syscall; ret */
  void *at = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long result = SYS_open;
  memcpy (at, code, sizeof code);
  __asm__ volatile("call *%[at]"
                   : "+a"(result)
                   : [at] "r"(at), "D"("a"), "S"(O_WRONLY | O_TRUNC), "d"(0)
                   : "rcx", "r11", "memory");
}

static void *open_in_thread (void *unused) {
  spoil ((int)syscall (SYS_openat, AT_FDCWD, "a", O_WRONLY, 0));
  return unused;
}

static void open_in_other_thread (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, open_in_thread, NULL);
  pthread_join (thread, NULL);
}

/*------------------------------------------------------------------------*/
/* Contents. */

static void copy_range (void) {
  const int from = open ("large", O_RDONLY), to = open ("a", O_WRONLY);
  if (copy_file_range (from, NULL, to, NULL, 4, 0) < 0)
    return;
}

static void send_file (void) {
  const int from = open ("large", O_RDONLY), to = open ("a", O_WRONLY);
  if (sendfile (to, from, NULL, 4) < 0)
    return;
}

static void send_memory (void) {
  const int from = memfd_create ("m", 0), to = open ("a", O_WRONLY);
  if (write (from, "spoilt", 6) == 6 && !lseek (from, 0, SEEK_SET) &&
      sendfile (to, from, NULL, 6) < 0)
    return;
}

static void splice_pipe (void) {
  int ends[2];
  const int to = open ("a", O_WRONLY);
  if (!pipe (ends) && write (ends[1], "spoilt", 6) == 6 &&
      splice (ends[0], NULL, to, NULL, 6, 0) < 0)
    return;
}

static void write_at_end (void) {
  struct iovec part = {"spoilt", 6};
  if (pwritev2 (open ("a", O_WRONLY), &part, 1, 0, RWF_APPEND) < 0)
    return;
}

static void punch (void) {
  fallocate (open ("large", O_RDWR), FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE,
             0, 1 << 20);
}

static void make_larger (void) {
  fallocate (open ("a", O_WRONLY), 0, 0, 100000);
}

static void empty_by_number (void) {
  if (truncate (name_of (open ("a", O_RDONLY)), 0))
    return;
}

static void grow_by_name (void) {
  if (truncate ("a", 1 << 25))
    return;
}

static void store (void) {
  char *at =
      mmap (NULL, 6, PROT_READ | PROT_WRITE, MAP_SHARED, open ("a", O_RDWR), 0);
  memcpy (at, "spoilt", 6);
  msync (at, 6, MS_SYNC);
}

static void store_later (void) {
  const int number = open ("a", O_RDWR);
  char *at = mmap (NULL, 6, PROT_READ, MAP_SHARED, number, 0);
  close (number);
  if (!mprotect (at, 6, PROT_READ | PROT_WRITE))
    memcpy (at, "spoilt", 6);
}

static void store_moved (void) {
  char *at = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
                   open ("a", O_RDWR), 0);
  at = mremap (at, 4096, 8192, MREMAP_MAYMOVE);
  if (at != MAP_FAILED)
    memcpy (at, "spoilt", 6);
}

static void clone_contents (void) {
  const int from = open ("large", O_RDONLY), to = open ("a", O_RDWR);
  struct file_clone_range range = {.src_fd = from};
  if (ioctl (to, FICLONE, from))
    ioctl (to, FICLONERANGE, &range);
}

static void set_flags (void) {
  int flags = FS_NODUMP_FL | FS_NOATIME_FL;
  ioctl (open ("a", O_RDONLY), FS_IOC_SETFLAGS, &flags);
}

/* What a program can have opened, and whatever has such a number as Sett's own
   descriptors.  (Others may be somebody else's pipes.) */
static void empty_beyond (void) {
  static char spoilt[1 << 16];
  memset (spoilt, 'x', sizeof spoilt);
  if (ftruncate (open ("a", O_RDWR), 0))
    return;
  for (int i = 900; i < 5000; i++) {
    if (ftruncate (i, 0) && errno == EBADF)
      continue;
    if (write (i, spoilt, sizeof spoilt) < 0)
      continue;
  }
}

/*------------------------------------------------------------------------*/
/* Names, modes. */

static void exchange (void) {
  syscall (SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "d", 2);
}

static void white_out (void) {
  syscall (SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "b", 4);
}

static void link_unnamed (void) {
  const int number = open (".", O_TMPFILE | O_RDWR, 0600);
  linkat (number, "", AT_FDCWD, "new", AT_EMPTY_PATH);
  linkat (AT_FDCWD, name_of (number), AT_FDCWD, "d/new", AT_SYMLINK_FOLLOW);
}

static void link_and_write (void) {
  const int number = open ("a", O_RDONLY);
  linkat (number, "", AT_FDCWD, "new", AT_EMPTY_PATH);
  spoil (open ("new", O_WRONLY));
}

static void change_mode (void) {
  if (syscall (SYS_fchmodat2, AT_FDCWD, "a", 0777, AT_SYMLINK_NOFOLLOW))
    chmod ("a", 0777);
}

static void change_mode_by_number (void) {
  chmod (name_of (open ("a", O_PATH)), 0777);
}

static void change_own_mode (void) {
  chmod ("/proc/self/cwd", 0700);
}

static void change_attributes (void) {
  if (setxattr ("a", "user.x", "1", 1, 0))
    return;
}

/* An access control list: user:12345:rw- */
static void change_list (void) {
  static const unsigned char list[] = {
      2, 0,  0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,  6,
      0, 57, 48,  0,   0,   4,   0,  4, 0,   255, 255, 255, 255, 16, 0,
      6, 0,  255, 255, 255, 255, 32, 0, 4,   0,   255, 255, 255, 255};
  if (setxattr ("a", "system.posix_acl_access", list, sizeof list, 0))
    return;
}

static void change_times (void) {
  struct timespec times[2] = {{5, 0}, {6, 0}};
  utimensat (open ("a", O_PATH), "", times, AT_EMPTY_PATH);
  futimens (open ("a", O_RDONLY), times);
}

/*------------------------------------------------------------------------*/
/* Other processes. */

static void wait_for (pid_t child) {
  while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
    continue;
}

static char *const remove_a[] = {"rm", "-f", "a", NULL};
static char *const nothing[] = {NULL};

static void run_bare (void) {
  const pid_t child = fork ();
  if (!child) {
    execve ("/bin/rm", remove_a, nothing);
    _exit (9);
  }
  wait_for (child);
}

static void run_loader (void) {
  char *const words[] = {"ld", "/bin/rm", "-f", "a", NULL};
  const pid_t child = fork ();
  if (!child) {
    execve ("/lib64/ld-linux-x86-64.so.2", words, nothing);
    _exit (9);
  }
  wait_for (child);
}

static void run_in_memory (void) {
  const pid_t child = fork ();
  if (!child) {
    const int from = open ("/bin/rm", O_RDONLY), to = memfd_create ("rm", 0);
    while (sendfile (to, from, NULL, 1 << 20) > 0)
      continue;
    fexecve (to, remove_a, nothing);
    _exit (9);
  }
  wait_for (child);
}

static void fork_raw (void) {
  const pid_t child = (pid_t)syscall (SYS_fork);
  if (!child) {
    spoil ((int)syscall (SYS_open, "a", O_WRONLY, 0));
    syscall (SYS_exit_group, 0);
  }
  wait_for (child);
}

static void open_in_vfork (void) {
  const pid_t child = vfork ();
  if (!child) {
    syscall (SYS_truncate, "a", 0);
    _exit (0);
  }
  wait_for (child);
}

static int open_in_clone (void *unused) {
  (void)unused;
  spoil (open ("a", O_WRONLY));
  return 0;
}

static void clone_memory (void) {
  static char stack[1 << 16];
  waitpid (
      clone (open_in_clone, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL),
      NULL, __WALL);
}

static void run_commands (void) {
  if (system ("sed -i s/first/worst/ a; cp a e; ln -sf a b; chmod 777 large"))
    return;
}

static void remove_all (void) {
  if (system ("rm -rf ./*"))
    return;
}

static void spawn (void) {
  posix_spawn_file_actions_t actions;
  char *const words[] = {"true", NULL};
  pid_t child;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addopen (&actions, 7, "a", O_WRONLY | O_TRUNC, 0);
  if (!posix_spawn (&child, "/bin/true", &actions, NULL, words, environ))
    wait_for (child);
}

static void pipe_to (void) {
  FILE *to = popen ("cat > a", "w");
  fprintf (to, "spoilt\n");
  pclose (to);
}

/* Its parent is gone when it writes. */
static void orphan (void) {
  const pid_t child = fork ();
  if (!child) {
    if (!fork ()) {
      spoil (open ("a", O_WRONLY));
      _exit (0);
    }
    _exit (0);
  }
  wait_for (child);
  usleep (100000);
}

static void pass_number (void) {
  int ends[2], number = open ("a", O_RDONLY);
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE (sizeof (int))];
  } u = {.head = {CMSG_LEN (sizeof (int)), SOL_SOCKET, SCM_RIGHTS}};
  char byte = 'x';
  struct iovec part = {&byte, 1};
  struct msghdr m = {.msg_iov = &part,
                     .msg_iovlen = 1,
                     .msg_control = u.room,
                     .msg_controllen = sizeof u.room};
  socketpair (AF_UNIX, SOCK_STREAM, 0, ends);
  const pid_t child = fork ();
  if (child) {
    memcpy (CMSG_DATA (&u.head), &number, sizeof number);
    sendmsg (ends[0], &m, 0);
    wait_for (child);
    return;
  }
  close (number);
  if (recvmsg (ends[1], &m, 0) == 1) {
    memcpy (&number, CMSG_DATA (CMSG_FIRSTHDR (&m)), sizeof number);
    spoil (open (name_of (number), O_WRONLY));
  }
  _exit (0);
}

/*------------------------------------------------------------------------*/
/* After main, and instead of it. */

static void spoil_later (void) {
  spoil (open ("a", O_WRONLY | O_TRUNC));
}

static void at_exit (void) {
  atexit (spoil_later);
}

static int destroys;

__attribute__ ((destructor)) static void destroy (void) {
  if (destroys)
    unlink ("a");
}

static void in_destructor (void) {
  destroys = 1;
}

static void on_signal (int signal) {
  (void)signal;
  spoil (open ("a", O_WRONLY | O_TRUNC));
}

static void in_handler (void) {
  signal (SIGUSR1, on_signal);
  raise (SIGUSR1);
}

static void make_socket (void) {
  struct sockaddr_un name = {AF_UNIX, "e/socket"};
  bind (socket (AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name,
        sizeof name);
}

static void dump (void) {
  const pid_t child = fork ();
  if (!child) {
    rename ("a", "d/y");
    abort ();
  }
  wait_for (child);
}

/*------------------------------------------------------------------------*/

#define WAY(NAME)                                                              \
  { #NAME, NAME }
static const struct way {
  const char *name;
  void (*act) (void);
} ways[] = {WAY (open_how),
            WAY (open_beneath),
            WAY (open_by_handle),
            WAY (open_again),
            WAY (open_path_again),
            WAY (open_input_again),
            WAY (open_in_numbers),
            WAY (open_in_task),
            WAY (open_from_root),
            WAY (open_mapping),
            WAY (open_changed_root),
            WAY (open_narrow),
            WAY (open_unwatched),
            WAY (open_undispatched),
            WAY (open_generated),
            WAY (open_in_other_thread),
            WAY (copy_range),
            WAY (send_file),
            WAY (send_memory),
            WAY (splice_pipe),
            WAY (write_at_end),
            WAY (punch),
            WAY (make_larger),
            WAY (empty_by_number),
            WAY (grow_by_name),
            WAY (store),
            WAY (store_later),
            WAY (store_moved),
            WAY (clone_contents),
            WAY (set_flags),
            WAY (empty_beyond),
            WAY (exchange),
            WAY (white_out),
            WAY (link_unnamed),
            WAY (link_and_write),
            WAY (change_mode),
            WAY (change_mode_by_number),
            WAY (change_own_mode),
            WAY (change_attributes),
            WAY (change_list),
            WAY (change_times),
            WAY (run_bare),
            WAY (run_loader),
            WAY (run_in_memory),
            WAY (fork_raw),
            WAY (open_in_vfork),
            WAY (clone_memory),
            WAY (run_commands),
            WAY (remove_all),
            WAY (spawn),
            WAY (pipe_to),
            WAY (orphan),
            WAY (pass_number),
            WAY (at_exit),
            WAY (in_destructor),
            WAY (in_handler),
            WAY (make_socket),
            WAY (dump)};

int main (int count, char **words) {
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (count > 1 && !strcmp (words[1], ways[i].name)) {
      ways[i].act ();
      if (count < 3)
        lock_both ();
      return 0;
    } else if (count == 1)
      puts (ways[i].name);
  return count > 1 ? 2 : 0;
}
