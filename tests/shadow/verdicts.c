/* What later executions see must be what the first one saw: verdicts KIND.
   Two threads: one changes something, the other asks for it.  Each kind has a
   bug in one order only, which is missed if the first execution leaves the
   folder changed; and one that is right in all (with -).  Last, what was there
   in the beginning is asked for, before the threads begin.

   verdicts constructor [HOW]: what a constructor does.
   verdicts execute: another program.
   verdicts allocate: room for a file, at a place that is the number of a pipe.
   verdicts behind, shared: who reads follows who writes; processes share where.
   verdicts kernel FILE: a link leads to a file of the kernel.
   verdicts slash, paths, named, narrow, spliced, kept, numbers: as Linux does
   it, which a run without Sett shows; narrow and spliced are refused, with a
   note.
 */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *kind;
static int is_right;

static int is (const char *which) {
  return !strcmp (kind, which);
}

static void handle (int unused) {
  (void)unused;
}

static void *nothing (void *unused) {
  return unused;
}

static void block (int signal) {
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, signal);
  sigprocmask (SIG_BLOCK, &set, NULL);
}

__attribute__ ((constructor)) static void begin (int count, char **words) {
  struct open_how how = {.flags = O_WRONLY | O_TRUNC};
  pthread_t thread;
  int flags = FS_NODUMP_FL;
  if (count < 2 || strcmp (words[1], "constructor"))
    return;
  const char *way = count > 2 ? words[2] : "";
  block (SIGUSR2);
  if (!strcmp (way, "kernel")) {
    assert (open ("/proc/sys/kernel/hostname", O_WRONLY) < 0);
    assert (chmod ("/proc/self/comm", 0600));
  } else if (!strcmp (way, "spy")) {
    assert (open ("/proc/1/stat", O_RDONLY) < 0);
    assert (open ("/proc/self/stat", O_RDONLY) >= 0);
  } else if (!strcmp (way, "signal")) {
    signal (SIGUSR1, handle);
    raise (SIGUSR1);
  } else if (!strcmp (way, "thread")) {
    pthread_create (&thread, NULL, nothing, NULL);
    pthread_join (thread, NULL);
  } else if (!strcmp (way, "flags"))
    ioctl (open ("b", O_RDONLY), FS_IOC_SETFLAGS, &flags);
  if (!strcmp (way, "call"))
    syscall (SYS_truncate, "a", 0);
  else if (!strcmp (way, "openat2"))
    close (syscall (SYS_openat2, AT_FDCWD, "a", &how, sizeof how));
  else
    close (open ("a", O_WRONLY | O_TRUNC));
}

static void check_constructor (void) {
  struct stat s;
  sigset_t set;
  assert (!stat ("a", &s) && s.st_size == 0);
  kill (getpid (), SIGUSR2);
  sigpending (&set);
  assert (sigismember (&set, SIGUSR2));
}

static void allocate (void) {
  int ends[2];
  assert (!pipe (ends));
  const int file = open ("b", O_RDWR);
  assert (!fallocate (file, 0, ends[0], 10));
  assert (!fallocate (file, 0, ends[1], 10));
}

static void *change (void *unused) {
  if (is ("chmod"))
    chmod ("a", 0600);
  else if (is ("chown"))
    chown ("a", 1, 1);
  else if (is ("unlink"))
    unlink ("link");
  else if (is ("exchange"))
    renameat2 (AT_FDCWD, "d", AT_FDCWD, "e", RENAME_EXCHANGE);
  else if (is ("xattr"))
    setxattr ("a", "user.x", "1", 1, 0);
  else if (is ("truncate"))
    truncate ("large", 1);
  else if (is ("rename"))
    assert (rename ("a", "d")); /* it fails: nothing has changed */
  else if (is ("device"))
    fchmod (open ("/dev/null", O_RDWR), 0640);
  else if (is ("times"))
    utimensat (AT_FDCWD, "a", (struct timespec[2]){{5, 0}, {6, 0}}, 0);
  return unused;
}

/* Is it as it was in the beginning? */
static int is_old (void) {
  struct stat s, other;
  if (stat ("a", &s) || stat ("d", &other))
    return 0;
  if (is ("chmod"))
    return (s.st_mode & 07777) == 0644;
  if (is ("chown"))
    return s.st_uid == 0;
  if (is ("unlink"))
    return !lstat ("link", &other) && s.st_nlink == 2;
  if (is ("exchange"))
    return !access ("d/x", F_OK);
  if (is ("xattr"))
    return getxattr ("a", "user.x", NULL, 0) < 0;
  if (is ("truncate"))
    return !stat ("large", &s) && s.st_size == 3 << 20;
  if (is ("device"))
    return !stat ("/dev/null", &s) && (s.st_mode & 07777) != 0640;
  if (is ("times"))
    return s.st_mtime == 1000;
  return 1;
}

static void follow (void) {
  char bytes[6] = "";
  const int reader = open ("a", O_RDONLY), writer = open ("a", O_RDWR);
  assert (write (writer, "other", 5) == 5);
  assert (read (reader, bytes, 5) == 5 && !strcmp (bytes, "other"));
}

static void share (void) {
  char byte;
  const int reader = open ("a", O_RDONLY);
  assert (read (reader, &byte, 1) == 1 && byte == 'f');
  if (!fork ()) {
    close (open ("a", O_RDWR));
    _exit (read (reader, &byte, 1) != 1 || byte != 'i');
  }
  int status;
  assert (wait (&status) > 0 && !status);
  assert (read (reader, &byte, 1) == 1 && byte == 'r');
}

static void reach (const char *file) {
  assert (!symlink (file, "way"));
  assert (chmod ("way", 0600) && errno == EACCES);
  assert (chown ("way", 1, 1) && errno == EACCES);
  assert (open ("way", O_WRONLY) < 0 && errno == EACCES);
  assert (truncate ("way", 0) && errno == EACCES);
  assert (utimensat (AT_FDCWD, "way", NULL, 0) && errno == EACCES);
  assert (!symlink ("/sys/fs/cgroup", "groups"));
  assert (mkdir ("groups/sett-made", 0755));
}

/* What was written before the threads is there when an execution begins. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written, is_later;

static void *write_later (void *unused) {
  pthread_mutex_lock (&lock);
  assert (pwrite (written, "later", 5, 0) == 5);
  is_later = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *read_either (void *unused) {
  char bytes[6] = "";
  pthread_mutex_lock (&lock);
  assert (pread (written, bytes, 5, 0) == 5);
  assert (!strcmp (bytes, is_later ? "later" : "early"));
  pthread_mutex_unlock (&lock);
  return unused;
}

static void keep (void) {
  pthread_t a, b;
  written = open ("a", O_RDWR);
  assert (write (written, "early", 5) == 5);
  pthread_create (&a, NULL, write_later, NULL);
  pthread_create (&b, NULL, read_either, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}

/*------------------------------------------------------------------------*/

/* A link to a name with a slash behind it: nothing is made there. */
static void follow_slash (void) {
  assert (!symlink ("self/", "self") && !symlink ("none/", "slashed"));
  assert (open ("self", O_RDWR | O_CREAT, 0600) < 0 && errno == EISDIR);
  assert (open ("self", O_RDWR) < 0 && errno == ELOOP);
  assert (open ("slashed", O_RDWR | O_CREAT, 0600) < 0 && errno == EISDIR);
  assert (open ("a/", O_RDWR | O_CREAT, 0600) < 0 && errno == EISDIR);
  assert (open ("self", O_RDWR | O_CREAT | O_EXCL, 0600) < 0 &&
          errno == EEXIST);
}

/* Descriptors that say only where a file is. */
static void change_by_path (void) {
  struct stat s;
  const int number = open ("a", O_PATH);
  assert (number >= 0);
  assert (fchmod (number, 0600) && errno == EBADF);
  assert (fchown (number, -1, -1) && errno == EBADF);
  assert (futimens (number, NULL) && errno == EBADF);
  assert (mmap (NULL, 1, PROT_READ, MAP_SHARED, number, 0) == MAP_FAILED &&
          errno == EBADF);
  assert (!fchownat (number, "", -1, -1, AT_EMPTY_PATH));
  assert (!fstatat (number, "", &s, AT_EMPTY_PATH) && S_ISREG (s.st_mode));
}

static const char *name_of (int number) {
  static char link[64], name[4096];
  snprintf (link, sizeof link, "/proc/self/fd/%d", number);
  const ssize_t length = readlink (link, name, sizeof name - 1);
  name[length < 0 ? 0 : length] = 0;
  return name;
}

static int ends_with (const char *text, const char *end) {
  const size_t length = strlen (text), tail = strlen (end);
  return length >= tail && !strcmp (text + length - tail, end);
}

/* What the links of /proc that lead to pipes and FIFOs say, and are. */
static void name_open (void) {
  int ends[2];
  char path[64];
  struct stat s;
  assert (!pipe (ends) && !mkfifo ("d/fifo", 0640));
  const int fifo = open ("d/fifo", O_RDWR);
  assert (ends_with (name_of (fifo), "/d/fifo"));
  assert (!rename ("d/fifo", "e/other"));
  assert (ends_with (name_of (fifo), "/e/other"));
  assert (!strncmp (name_of (ends[0]), "pipe:[", 6));
  const int counter = eventfd (0, 0);
  assert (!strcmp (name_of (counter), "anon_inode:[eventfd]"));
  snprintf (path, sizeof path, "/proc/self/fd/%d", ends[0]);
  assert (!stat (path, &s) && S_ISFIFO (s.st_mode));
  assert (!symlink (path, "way") && !stat ("way", &s) && S_ISFIFO (s.st_mode));
  assert (!lstat ("way", &s) && S_ISLNK (s.st_mode));
  snprintf (path, sizeof path, "/proc/self/fd/%d", fifo);
  assert (!chmod ("e/other", 0600) && !stat (path, &s));
  assert (s.st_mode == (S_IFIFO | 0600));
}

/* getpid, as 32-bit programs call it: another number here. */
static void call_narrowly (void) {
  long result = 20;
  __asm__ volatile("int $0x80"
                   : "+a"(result)
                   :
                   : "memory", "r8", "r9", "r10", "r11");
  assert ((int)result == getpid () || (int)result == -ENOSYS);
}

static void splice_pipe (void) {
  int ends[2];
  const int to = open ("a", O_WRONLY);
  assert (!pipe (ends) && write (ends[1], "more", 4) == 4);
  const ssize_t moved = splice (ends[0], NULL, to, NULL, 4, 0);
  assert (moved == 4 || (moved < 0 && errno == EINVAL));
}

/* Nothing is open that the program has not opened, nor inherited. */
static void ask_numbers (void) {
  char name[64];
  struct stat s;
  for (int i = 800; i < 5000; i++) {
    assert (fcntl (i, F_GETFD) < 0 && errno == EBADF);
    assert (dup (i) < 0 && errno == EBADF);
    assert (ftruncate (i, 0) && errno == EBADF);
    snprintf (name, sizeof name, "/proc/self/fd/%d", i);
    assert (stat (name, &s) && errno == ENOENT);
  }
}

static const struct {
  const char *kind;
  void (*act) (void);
} corners[] = {{"slash", follow_slash},  {"paths", change_by_path},
               {"named", name_open},     {"narrow", call_narrowly},
               {"spliced", splice_pipe}, {"kept", keep},
               {"numbers", ask_numbers}};

static int is_corner (void) {
  for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
    if (is (corners[i].kind)) {
      corners[i].act ();
      return 1;
    }
  return 0;
}

static void *ask (void *unused) {
  assert (is_old () || is_right);
  return unused;
}

int main (int count, char **words) {
  pthread_t a, b;
  if (count < 2)
    return 2;
  kind = words[1];
  is_right = count > 2;
  if (is ("constructor")) {
    check_constructor ();
    return 0;
  }
  if (is ("execute")) {
    execl ("../remove", "remove", "-f", "a", (char *)0);
    return 1;
  }
  if (is_corner ())
    return 0;
  if (is ("allocate")) {
    allocate ();
    return 0;
  }
  if (is ("behind") || is ("shared") || is ("kernel")) {
    if (is ("behind"))
      follow ();
    else if (is ("shared"))
      share ();
    else
      reach (words[2]);
    return 0;
  }
  assert (is_old ());
  pthread_create (&b, NULL, ask, NULL);
  pthread_create (&a, NULL, change, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
