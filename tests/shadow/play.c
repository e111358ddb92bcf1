/* A random sequence of operations on files, in the working folder: play SEED
   LOG.  What each gives, and what there is at the end, is appended to the file
   LOG: the same whether the kernel does it or Sett's shadow.

   A part is done before threads are there, another one by a thread, the rest by
   main.  The threads make several executions of it, which must not differ.  In
   every fourth sequence children do a part of it, with their parent's
   descriptors; in every fourth it becomes another user, and root again.

   play SEED make: fills the folder to begin with. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

/*------------------------------------------------------------------------*/
/* What there is. */

static const char *const names[] = {
    "a",   "b",   "c",         "s",        "t",    "d",    "e",     "d/x",
    "d/y", "e/x", "d/f",       "d/f/z",    "s/x",  "new",  "d/new", "e/new",
    ".",   "..",  "d/..",      "e/../a",   "a/x",  "d/",   "new/",  "t/x",
    "u",   "d/s", "nowhere/x", "d/f/../y", "loop", "../a",
};
enum { NAMES = sizeof names / sizeof *names, SLOTS = 6, OLD = 1500000000 };

/* Of all processes. */
static struct common {
  unsigned long state;
  size_t length;
  int linked; /* files have several names, or had */
  int forks;
  char text[1 << 18];
} * common;

static int slots[SLOTS];
static char base[4096];
static unsigned seed;

static unsigned draw (unsigned n) {
  common->state = common->state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(common->state >> 33) % n;
}

static const char *name (void) {
  return names[draw (NAMES)];
}

static int slot (void) {
  return (int)draw (SLOTS);
}

static void say (const char *format, ...) {
  va_list list;
  va_start (list, format);
  common->length +=
      (size_t)vsnprintf (common->text + common->length,
                         sizeof common->text - common->length, format, list);
  va_end (list);
  if (common->length > sizeof common->text - 8192)
    _exit (9);
}

static long result (long r) {
  if (r < 0)
    say (" = %s\n", strerrorname_np (errno));
  else
    say (" = %ld\n", r);
  return r;
}

/* The first of the names that is the same file. */
static const char *same_as (const struct stat *s) {
  struct stat other;
  for (int i = 0; i < NAMES; i++) {
    char path[5000];
    snprintf (path, sizeof path, "%s/%s", base, names[i]);
    if (!lstat (path, &other) && other.st_ino == s->st_ino &&
        other.st_dev == s->st_dev)
      return names[i];
  }
  return "?";
}

/* Times that nobody has set are now. */
static void say_status (const struct stat *s) {
  say (" [%o %u %u %u %ld %s %ld]", s->st_mode, s->st_uid, s->st_gid,
       (unsigned)s->st_nlink, S_ISDIR (s->st_mode) ? 0 : (long)s->st_size,
       same_as (s), s->st_mtime > OLD ? 1 : (long)s->st_mtime);
}

static int compare (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void list (DIR *folder) {
  char *found[600];
  int count = 0;
  for (struct dirent *e; (e = readdir (folder)) && count < 600;) {
    char line[300];
    snprintf (line, sizeof line, "%s:%d", e->d_name, e->d_type);
    found[count++] = strdup (line);
  }
  qsort (found, (size_t)count, sizeof *found, compare);
  for (int i = 0; i < count; i++) {
    say (" %s", found[i]);
    free (found[i]);
  }
}

/*------------------------------------------------------------------------*/
/* Operations. */

static void keep (int number) {
  const int i = slot ();
  if (slots[i] >= 0)
    close (slots[i]);
  slots[i] = number;
}

static int folder (void) {
  const int i = slot ();
  return draw (3) && slots[i] >= 0 ? slots[i] : AT_FDCWD;
}

static void do_open (void) {
  static const int ways[] = {O_RDONLY,
                             O_WRONLY,
                             O_RDWR,
                             O_RDWR | O_CREAT,
                             O_WRONLY | O_CREAT | O_TRUNC,
                             O_RDWR | O_CREAT | O_EXCL,
                             O_WRONLY | O_APPEND,
                             O_RDWR | O_TRUNC,
                             O_RDONLY | O_NOFOLLOW,
                             O_RDONLY | O_DIRECTORY,
                             O_PATH,
                             O_PATH | O_NOFOLLOW,
                             O_RDWR | O_TMPFILE,
                             O_WRONLY | O_CREAT | O_APPEND,
                             O_RDONLY | O_CREAT,
                             O_RDONLY | O_TRUNC};
  const int flags = ways[draw (sizeof ways / sizeof *ways)];
  const int at = draw (2) ? AT_FDCWD : folder ();
  const char *path = name ();
  say ("openat %d %s %o", at == AT_FDCWD, path, flags);
  const int number =
      openat (at, path, flags | O_CLOEXEC | O_NONBLOCK, draw (2) ? 0644 : 0666);
  result (number < 0 ? -1 : 0);
  if (number >= 0)
    keep (number);
}

static void do_again (void) {
  char path[64];
  const int i = slot ();
  static const int ways[] = {O_RDONLY, O_RDWR, O_WRONLY | O_TRUNC, O_PATH};
  const int flags = ways[draw (4)];
  struct stat s;
  if (slots[i] < 0 || fstat (slots[i], &s) || S_ISFIFO (s.st_mode))
    return; /* FIFOs are refused there */
  snprintf (path, sizeof path, "/proc/self/fd/%d", slots[i]);
  say ("open again %o", flags);
  const int number = open (path, flags | O_CLOEXEC | O_NONBLOCK);
  result (number < 0 ? -1 : 0);
  if (number >= 0)
    keep (number);
}

static void do_read (void) {
  char bytes[64];
  const int i = slot ();
  say ("read %d", i);
  const long n = draw (2) ? read (slots[i], bytes, 1 + draw (20))
                          : pread (slots[i], bytes, 20, draw (30));
  if (n > 0)
    say (" '%.*s'", (int)n, bytes);
  result (n);
}

static void do_write (void) {
  char bytes[64];
  const int i = slot ();
  const unsigned size = 1 + draw (20);
  memset (bytes, 'A' + (int)draw (26), sizeof bytes);
  say ("write %d %u", i, size);
  struct iovec parts[2] = {{bytes, size}, {bytes, 1}};
  switch (draw (3)) {
  case 0:
    result (pwrite (slots[i], bytes, size, draw (40)));
    break;
  case 1:
    result (writev (slots[i], parts, 2));
    break;
  default:
    result (write (slots[i], bytes, size));
  }
}

static void do_descriptor (void) {
  struct stat s;
  char path[64], to[4096];
  const int i = slot (), k = slot ();
  off_t from = 0;
  switch (draw (14)) {
  case 0:
    say ("seek %d", i);
    result (lseek (slots[i], draw (30), draw (2) ? SEEK_SET : SEEK_CUR));
    break;
  case 1:
    say ("ftruncate %d", i);
    result (ftruncate (slots[i], draw (50)));
    break;
  case 2:
    if (!fstat (slots[i], &s) && S_ISFIFO (s.st_mode))
      break; /* noted, and without effect */
    say ("fchmod %d", i);
    result (fchmod (slots[i], draw (2) ? 0600 : 0755));
    break;
  case 3:
    say ("close %d", i);
    result (close (slots[i]));
    slots[i] = -1;
    break;
  case 4:
    say ("dup %d", i);
    if (slots[i] >= 0) {
      const int number = dup (slots[i]);
      result (number < 0 ? -1 : 0);
      keep (number);
    }
    break;
  case 5:
    say ("fchdir %d", i);
    result (fchdir (slots[i]));
    break;
  case 6:
    say ("fallocate %d", i);
    result (posix_fallocate (slots[i], draw (10), 1 + draw (30)));
    break;
  case 7:
    say ("copy %d %d", i, k);
    result (copy_file_range (slots[i], NULL, slots[k], NULL, 10, 0));
    break;
  case 8:
    say ("sendfile %d %d", i, k);
    result (sendfile (slots[k], slots[i], &from, 10));
    break;
  case 9: {
    const int known = !fstat (slots[i], &s) && S_ISREG (s.st_mode) && s.st_size;
    const char *at = mmap (NULL, 10, PROT_READ, MAP_SHARED, slots[i], 0);
    say ("mmap %d", i);
    if (at != MAP_FAILED && known)
      say (" %c", *at ? *at : '0');
    if (at != MAP_FAILED)
      munmap ((void *)at, 10);
    result (at == MAP_FAILED && errno != ENODEV ? -1 : 0);
    break;
  }
  case 10:
    say ("fstat %d", i);
    if (!result (fstat (slots[i], &s)))
      say_status (&s);
    break;
  case 11:
    if (fstat (slots[i], &s) || (common->linked && !S_ISDIR (s.st_mode)))
      break;
    snprintf (path, sizeof path, "/proc/self/fd/%d", slots[i]);
    const long n = readlink (path, to, sizeof to - 1);
    to[n < 0 ? 0 : n] = 0;
    const char *rest = strncmp (to, base, strlen (base)) ? "" : to;
    say ("name %d%s\n", i,
         *rest && !strstr (rest, "#") && !strstr (rest, "deleted")
             ? rest + strlen (base)
             : "?");
    break;
  case 12:
    say ("flags %d", i);
    result (fcntl (slots[i], F_GETFL) & (O_ACCMODE | O_APPEND));
    break;
  default:
    say ("fsync %d", i);
    result (fsync (slots[i]) && errno != EINVAL ? -1 : 0);
  }
}

static void do_names (void) {
  const char *from = name (), *to = name ();
  const int at = draw (3) ? AT_FDCWD : folder ();
  const int other = draw (3) ? AT_FDCWD : folder ();
  char path[64];
  switch (draw (12)) {
  case 0:
  case 1:
    say ("unlink %s", from);
    result (unlinkat (at, from, 0));
    break;
  case 2:
    say ("rmdir %s", from);
    result (unlinkat (at, from, AT_REMOVEDIR));
    break;
  case 3:
    say ("mkdir %s", from);
    result (mkdirat (at, from, draw (2) ? 0777 : 0700));
    break;
  case 4:
  case 5:
    say ("rename %s %s", from, to);
    result (renameat (at, from, other, to));
    break;
  case 6: {
    const unsigned how = draw (5);
    say ("renameat2 %s %s %u", from, to, how);
    result (how == 4 ? syscall (SYS_renameat2, at, from, at, to, 2)
                     : syscall (SYS_renameat2, at, from, other, to, how));
    break;
  }
  case 7:
    say ("link %s %s", from, to);
    common->linked |= !result (
        linkat (at, from, other, to, draw (2) ? AT_SYMLINK_FOLLOW : 0));
    break;
  case 8:
    say ("symlink %s %s", from, to);
    result (symlinkat (draw (8) ? from : "", other, to));
    break;
  case 9: {
    const int i = slot ();
    if (slots[i] < 0)
      break;
    snprintf (path, sizeof path, "/proc/self/fd/%d", slots[i]);
    say ("link %d %s", i, to);
    common->linked |=
        !result (linkat (AT_FDCWD, path, other, to, AT_SYMLINK_FOLLOW));
    break;
  }
  case 10:
    say ("mkfifo %s", from);
    result (mkfifoat (at, from, 0640));
    break;
  default:
    say ("exchange %s %s", from, to);
    result (syscall (SYS_renameat2, at, from, at, to, 2));
  }
}

static void do_status (void) {
  const char *path = name ();
  const int at = draw (3) ? AT_FDCWD : folder ();
  const int flags = draw (2) ? AT_SYMLINK_NOFOLLOW : 0;
  struct stat s;
  struct statx x;
  char to[4096];
  struct timespec times[2] = {{1000 + draw (9), 5}, {2000 + draw (9), 7}};
  switch (draw (13)) {
  case 0:
    say ("chmod %s", path);
    result (fchmodat (at, path, draw (4) ? 0600 + draw (64) : 04711, 0));
    break;
  case 1:
    say ("chown %s", path);
    result (
        fchownat (at, path, draw (3), draw (3) ? (gid_t)-1 : draw (3), flags));
    break;
  case 2:
    times[draw (2)].tv_nsec = draw (2) ? UTIME_NOW : UTIME_OMIT;
    say ("utimens %s", path);
    result (utimensat (at, path, draw (4) ? times : NULL, flags));
    break;
  case 3:
    say ("truncate %s", path);
    result (truncate (path, draw (40)));
    break;
  case 4:
  case 5:
    say ("stat %s", path);
    if (!result (fstatat (at, path, &s, flags)))
      say_status (&s);
    break;
  case 6:
    say ("access %s", path);
    result (faccessat (at, path, (int)draw (8), 0));
    break;
  case 7: {
    const long n = readlinkat (at, path, to, sizeof to);
    say ("readlink %s '%.*s'", path, n < 0 ? 0 : (int)n, to);
    result (n);
    break;
  }
  case 8:
    say ("chdir %s", path);
    result (chdir (path));
    break;
  case 9:
    say ("getcwd");
    if (getcwd (to, sizeof to) && !strncmp (to, base, strlen (base)))
      say (" %s\n", to + strlen (base));
    else
      say (" ?\n");
    break;
  case 10:
    say ("statx %s", path);
    if (!result (statx (at, path, flags, STATX_BASIC_STATS, &x)))
      say (" %o %lu\n", x.stx_mode,
           S_ISDIR (x.stx_mode) ? 0 : (unsigned long)x.stx_size);
    break;
  case 11:
    say ("back");
    result (chdir (base));
    break;
  default:
    say ("mknod %s", path);
    result (mknodat (at, path, S_IFREG | 0666, 0));
  }
}

static void do_attributes (void) {
  char value[64], all[4096];
  const char *path = name (), *which = draw (2) ? "user.a" : "user.b";
  long n;
  switch (draw (4)) {
  case 0:
    say ("setxattr %s %s", path, which);
    result (setxattr (path, which, "some value", 4 + draw (6), (int)draw (3)));
    break;
  case 1:
    n = getxattr (path, which, value, draw (2) ? sizeof value : 5);
    say ("getxattr %s %s '%.*s'", path, which, n < 0 ? 0 : (int)n, value);
    result (n);
    break;
  case 2:
    n = listxattr (path, all, sizeof all);
    say ("listxattr %s", path);
    result (n);
    break;
  default:
    say ("removexattr %s %s", path, which);
    result (removexattr (path, which));
  }
}

static void do_list (void) {
  const char *path = name ();
  say ("list %s", path);
  DIR *found = opendir (path);
  if (found)
    list (found);
  result (found ? 0 : -1);
  if (!found)
    return;
  if (draw (2)) { /* what is made meanwhile is there when it begins again */
    say ("new");
    result (mknodat (dirfd (found), "listed", S_IFREG | 0600, 0));
    rewinddir (found);
    list (found);
    say ("\n");
  }
  closedir (found);
}

static void do_stream (void) {
  static const char *const ways[] = {"r", "w", "a", "r+", "w+x"};
  const char *path = name (), *how = ways[draw (5)];
  char line[64];
  struct stat s;
  if (!stat (path, &s) && S_ISFIFO (s.st_mode))
    return;
  say ("fopen %s %s", path, how);
  FILE *f = fopen (path, how);
  if (f && *how == 'r')
    say (" '%s'", fgets (line, 20, f) ? line : "");
  else if (f)
    fprintf (f, "line %u\n", draw (100));
  result (f ? fclose (f) : -1);
}

/*------------------------------------------------------------------------*/
/* Calls of recent kernels, and the names that descriptors have. */

static void do_recent (void) {
  char path[64];
  struct stat s;
  struct open_how how = {.flags = draw (2) ? O_RDWR | O_CREAT : O_RDONLY};
  struct timespec times[2] = {{3000 + draw (9), 5}, {4000 + draw (9), 7}};
  const int i = slot ();
  const char *to = name ();
  char *bytes = "0123456789";
  const struct iovec part = {bytes, 1 + draw (10)};
  snprintf (path, sizeof path, "/proc/self/fd/%d", slots[i]);
  switch (draw (16)) {
  case 0: {
    how.mode = how.flags & O_CREAT ? 0640 : 0;
    how.flags |= O_NONBLOCK;
    say ("openat2 %s %o", to, (unsigned)how.flags);
    const int number =
        (int)syscall (SYS_openat2, AT_FDCWD, to, &how, sizeof how);
    result (number < 0 ? -1 : 0);
    if (number >= 0)
      keep (number);
    break;
  }
  case 1:
    say ("link by number %d %s", i, to);
    if (geteuid ())
      break; /* refused, and noted */
    common->linked |=
        !result (linkat (slots[i], "", AT_FDCWD, to, AT_EMPTY_PATH));
    break;
  case 2:
    say ("truncate by name %d", i);
    result (truncate (path, draw (40)));
    break;
  case 3:
    say ("chmod by name %d", i);
    result (chmod (path, 0600 + draw (64)));
    break;
  case 4:
    say ("stat by name %d", i);
    if (!result (stat (path, &s)))
      say_status (&s);
    break;
  case 5:
    say ("futimens %d", i);
    result (futimens (slots[i], times));
    break;
  case 6:
    say ("fchownat %d", i);
    result (fchownat (slots[i], "", draw (3), (gid_t)-1, AT_EMPTY_PATH));
    break;
  case 7:
    say ("pwritev2 %d", i);
    result (pwritev2 (slots[i], &part, 1, draw (2) ? -1 : draw (20),
                      draw (2) ? RWF_APPEND : 0));
    break;
  case 8:
    say ("fallocate %d", i);
    result (fallocate (slots[i],
                       draw (2) ? FALLOC_FL_KEEP_SIZE
                                : FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE,
                       draw (20), 1 + draw (20)));
    break;
  case 9:
    say ("seek data %d", i);
    if (fstat (slots[i], &s) || S_ISREG (s.st_mode)) /* folders: as it likes */
      result (lseek (slots[i], draw (20), draw (2) ? SEEK_DATA : SEEK_HOLE));
    break;
  case 10:
    say ("fchmod by number %d", i);
    if (!fstat (slots[i], &s) && !S_ISFIFO (s.st_mode))
      result (syscall (SYS_fchmodat2, slots[i], "", 0600 + draw (64),
                       AT_EMPTY_PATH));
    break;
  case 11: {
    say ("above %d", i);
    const int number = openat (slots[i], "..", O_RDONLY | O_CLOEXEC);
    result (number < 0 ? -1 : 0);
    if (number >= 0)
      keep (number);
    break;
  }
  case 12:
    say ("fsetxattr %d", i);
    result (fsetxattr (slots[i], "user.b", "other", 5, (int)draw (3)));
    break;
  case 13:
    say ("fgetxattr %d", i);
    result (fgetxattr (slots[i], "user.b", path, sizeof path));
    break;
  case 14:
    say ("stat of number %d", i);
    if (!result (fstatat (slots[i], "", &s, AT_EMPTY_PATH)))
      say_status (&s);
    break;
  default:
    say ("symlink behind %s", to);
    snprintf (path, sizeof path, "%s%s", name (), draw (2) ? "/" : "/..");
    result (symlink (path, to));
  }
}

static void act (void);

/* A child goes on with what is open, in another folder. */
static void do_fork (void) {
  int status = 0;
  say ("fork\n");
  const pid_t child = fork ();
  if (!child) {
    for (int i = 0; i < 5; i++)
      act ();
    _exit (0);
  }
  waitpid (child, &status, 0);
  say ("child = %d\n", status);
}

static void do_user (void) {
  const uid_t user = draw (2) ? 0 : 1;
  say ("become %u", user);
  if (draw (3))
    result (seteuid (user));
  else
    result (setegid (user));
}

static void act (void) {
  if (seed % 4 == 0 && !draw (12) && common->forks++ < 6) {
    do_fork ();
    return;
  }
  if (seed % 4 == 1 && !draw (8)) {
    do_user ();
    return;
  }
  static void (*const all[]) (void) = {
      do_open,   do_open,   do_read,       do_read,       do_read,
      do_write,  do_write,  do_write,      do_names,      do_names,
      do_names,  do_status, do_status,     do_again,      do_again,
      do_stream, do_list,   do_attributes, do_descriptor, do_descriptor,
      do_recent, do_recent};
  all[draw (sizeof all / sizeof *all)]();
}

/*------------------------------------------------------------------------*/
/* The end. */

static void show (const char *path, int deep);

static void show_folder (const char *path, int deep) {
  DIR *folder_ = opendir (path);
  char *found[600];
  int count = 0;
  if (!folder_)
    return;
  for (struct dirent *e; (e = readdir (folder_)) && count < 600;)
    if (strcmp (e->d_name, ".") && strcmp (e->d_name, ".."))
      found[count++] = strdup (e->d_name);
  closedir (folder_);
  qsort (found, (size_t)count, sizeof *found, compare);
  for (int i = 0; i < count; i++) {
    char below[5000];
    snprintf (below, sizeof below, "%s/%s", path, found[i]);
    show (below, deep + 1);
    free (found[i]);
  }
}

static void show (const char *path, int deep) {
  struct stat s;
  char bytes[400];
  if (lstat (path, &s))
    return;
  say ("%s", path + strlen (base));
  say_status (&s);
  if (S_ISREG (s.st_mode)) {
    const int file = open (path, O_RDONLY);
    const long n = read (file, bytes, sizeof bytes);
    close (file);
    say (" ");
    for (long i = 0; i < n; i++)
      say (bytes[i] > 31 && bytes[i] < 127 ? "%c" : "\\%d", bytes[i]);
  } else if (S_ISLNK (s.st_mode)) {
    const long n = readlink (path, bytes, sizeof bytes);
    say (" -> %.*s", (int)n, bytes);
  }
  say ("\n");
  if (S_ISDIR (s.st_mode) && deep < 8)
    show_folder (path, deep);
}

static void make (void) {
  const struct timespec times[2] = {{1000000, 0}, {1000100, 0}};
  char bytes[300];
  mkdir ("d", 0755);
  mkdir ("e", draw (2) ? 0755 : 01777);
  mkdir ("d/f", 0700);
  for (int i = 0; i < 12; i++) {
    const int file =
        open (names[i], O_CREAT | O_EXCL | O_WRONLY, 0600 + draw (64));
    if (draw (3) == 0 || i == 5 || i == 6 || i == 10) {
      close (file);
      if (draw (2) && i != 5 && i != 6 && i != 10)
        unlink (names[i]);
      continue;
    }
    for (int k = 0; k < 300; k++)
      bytes[k] = (char)('a' + draw (26));
    if (write (file, bytes, draw (300)) < 0)
      perror (names[i]);
    close (file);
  }
  if (draw (2))
    link ("a", draw (2) ? "u" : "d/new");
  symlink (draw (2) ? "d" : "nothing", "t");
  symlink ("../a", "d/s");
  symlink ("loop", "loop");
  if (draw (2))
    setxattr ("a", "user.a", "first", 5, 0);
  for (int i = 0; i < NAMES; i++)
    if (strncmp (names[i], "..", 2))
      utimensat (AT_FDCWD, names[i], times, AT_SYMLINK_NOFOLLOW);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *live (void *first) {
  pthread_mutex_lock (&lock);
  turns++;
  pthread_mutex_unlock (&lock);
  if (first)
    for (int i = 0; i < 10; i++)
      act ();
  return NULL;
}

int main (int count, char **words) {
  if (count < 3 || !getcwd (base, sizeof base))
    return 2;
  common = mmap (NULL, sizeof *common, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  seed = (unsigned)strtoul (words[1], NULL, 10);
  common->state = seed * 7919ul + 1;
  umask (022);
  if (!strcmp (words[2], "make")) {
    make ();
    return 0;
  }
  common->state ^= 0x5555555;
  for (int i = 0; i < SLOTS; i++)
    slots[i] = -1;
  struct stat first;
  common->linked = !stat ("a", &first) && first.st_nlink > 1;
  const int before = (int)draw (20);
  for (int i = 0; i < before; i++)
    act ();
  pthread_t a, b;
  pthread_create (&a, NULL, live, &lock);
  pthread_create (&b, NULL, live, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  for (int i = 0; i < 25; i++)
    act ();
  if (seteuid (0) || setegid (0))
    say ("no root\n");
  show (base, 0);
  const int out = open (words[2], O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (write (out, common->text, common->length) != (long)common->length)
    return 3;
  return 0;
}
