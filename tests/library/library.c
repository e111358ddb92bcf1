/* Accesses to memory that are not assignments of the program's: functions of
   the C library that read or write for it, structures by value.

   usage: library list            names of the cases, one on a line
          library NAME            two threads access the same memory
          library NAME lock       likewise, one after the other */

#define _GNU_SOURCE

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

typedef struct small {
  int x;
} small;
typedef struct pair {
  long x, y;
} pair;
typedef struct large {
  int x[20];
} large;

static union {
  char text[1024];
  wchar_t wide[256];
  struct tm tm;
  struct timespec spec;
  small small;
  pair pair;
  large large;
  char *pointer;
  int ends[2];
  pthread_t thread;
} shared __attribute__ ((aligned (16)));

static FILE *file;
static int sockets[2];
static time_t when;
static struct tm tm;
static volatile int sink;
static int three = 3;
static char words[] = "a b c";
static struct timeval none;
static socklen_t room = 99;
static struct sockaddr_in local = {.sin_family = AF_INET};
static struct addrinfo *found;
static long number;
static char *volatile copy;

static int compare (const void *a, const void *b) {
  return *(const char *)a - *(const char *)b;
}

__attribute__ ((noinline)) static small make_small (int x) {
  return (small){x};
}
__attribute__ ((noinline)) static pair make_pair (int x) {
  return (pair){x, x};
}
__attribute__ ((noinline)) static large make_large (int x) {
  return (large){{x}};
}
__attribute__ ((noinline)) static void take_small (small s) {
  sink = s.x;
}
__attribute__ ((noinline)) static void take_pair (pair p) {
  sink = (int)p.x;
}
__attribute__ ((noinline)) static void take_large (large l) {
  sink = l.x[0];
}

static void print (char *to, const char *format, ...) {
  va_list list;
  va_start (list, format);
  vsnprintf (to, 100, format, list);
  va_end (list);
}

static void scan (const char *format, ...) {
  va_list list;
  va_start (list, format);
  vsscanf ("1 2.5 abc", format, list);
  va_end (list);
}

static void *nothing (void *unused) {
  return unused;
}

static void create (void) {
  pthread_t copy;
  pthread_create (&shared.thread, NULL, nothing, NULL);
  copy = shared.thread;
  pthread_join (copy, NULL);
}

static void *join_result (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, nothing, NULL);
  pthread_join (thread, (void **)&shared.pointer);
  return NULL;
}

/* CASE (NAME, what it does to `shared', does it write?) */
#define CASES                                                                  \
  CASE (sprintf, sprintf (shared.text, "%d", 5), 1)                            \
  CASE (sprintf_long, sprintf (shared.text, "%0700d", 5), 1)                   \
  CASE (snprintf, snprintf (shared.text, 100, "%d %f", 5, 1.5), 1)             \
  CASE (vsnprintf, print (shared.text, "%s", "abc"), 1)                        \
  CASE (sprintf_reads, snprintf (words, 1, "%.*f %s", 2, 1.5, shared.text), 0) \
  CASE (asprintf, asprintf (&shared.pointer, "x"), 1)                          \
  CASE (sscanf, sscanf ("7", "%d", &shared.small.x), 1)                        \
  CASE (vsscanf, scan ("%*d %*f %3s", shared.text), 1)                         \
  CASE (sscanf_reads, sscanf (shared.text, "%*d"), 0)                          \
  CASE (printf, printf ("%5s %Lf\n", shared.text, 1.5L), 0)                    \
  CASE (fprintf, fprintf (file, "%ld %.3s", 1l, shared.text), 0)               \
  CASE (puts, puts (shared.text), 0)                                           \
  CASE (fputs, fputs (shared.text, file), 0)                                   \
  CASE (fwrite, fwrite (shared.text, 1, 3, file), 0)                           \
  CASE (fgets, fgets (shared.text, 100, file), 1)                              \
  CASE (fread, fread (shared.text, 1, 3, file), 1)                             \
  CASE (fscanf, fscanf (file, "%s", shared.text), 1)                           \
  CASE (getline, getline (&shared.pointer, &(size_t){0}, file), 1)             \
  CASE (read, read (fileno (file), shared.text, 3), 1)                         \
  CASE (recv, recv (sockets[0], shared.text, 1, MSG_DONTWAIT), 1)              \
  CASE (memccpy, memccpy (shared.text, "xyz", 'y', 3), 1)                      \
  CASE (swab, swab ("abcd", shared.text, 4), 1)                                \
  CASE (strxfrm, strxfrm (shared.text, "abc", 9), 1)                           \
  CASE (strtok_r, strtok_r (words, " ", &shared.pointer), 1)                   \
  CASE (strsep, strsep (&shared.pointer, " "), 1)                              \
  CASE (wcscpy, wcscpy (shared.wide, L"ab"), 1)                                \
  CASE (wcsncpy, wcsncpy (shared.wide, L"ab", 3), 1)                           \
  CASE (wcscat, wcscat (shared.wide, L"ab"), 1)                                \
  CASE (wmemset, wmemset (shared.wide, 1, 2), 1)                               \
  CASE (wmemcpy, wmemcpy (shared.wide, L"ab", 2), 1)                           \
  CASE (wcslen, sink = (int)wcslen (shared.wide), 0)                           \
  CASE (mbstowcs, mbstowcs (shared.wide, "ab", 2), 1)                          \
  CASE (wcstombs, wcstombs (shared.text, L"ab", 3), 1)                         \
  CASE (select, select (1, (fd_set *)shared.text, NULL, NULL, &none), 1)       \
  CASE (getsockname, getsockname (sockets[0], (void *)shared.text, &room), 1)  \
  CASE (getsockname_size,                                                      \
        getsockname (sockets[0], (void *)words, (socklen_t *)&shared.small.x), \
        1)                                                                     \
  CASE (getpeername, getpeername (sockets[0], (void *)shared.text, &room), 1)  \
  CASE (getsockopt,                                                            \
        getsockopt (sockets[0], SOL_SOCKET, SO_TYPE, &shared.small.x, &room),  \
        1)                                                                     \
  CASE (socketpair, socketpair (AF_UNIX, SOCK_STREAM, 0, shared.ends), 1)      \
  CASE (getrandom, getrandom (shared.text, 4, 0), 1)                           \
  CASE (sigaction, sigaction (SIGUSR1, NULL, (void *)shared.text), 1)          \
  CASE (pthread_sigmask,                                                       \
        pthread_sigmask (SIG_BLOCK, NULL, (void *)shared.text), 1)             \
  CASE (sigprocmask, sigprocmask (SIG_BLOCK, NULL, (void *)shared.text), 1)    \
  CASE (getrlimit, getrlimit (RLIMIT_CORE, (void *)shared.text), 1)            \
  CASE (getitimer, getitimer (ITIMER_REAL, (void *)shared.text), 1)            \
  CASE (getnameinfo,                                                           \
        getnameinfo ((void *)&local, sizeof local, shared.text, 99, NULL, 0,   \
                     NI_NUMERICHOST),                                          \
        1)                                                                     \
  CASE (getaddrinfo,                                                           \
        getaddrinfo ("127.0.0.1", NULL, NULL, (void *)&shared.pointer), 1)     \
  CASE (getaddrinfo_reads, getaddrinfo (shared.text, "1", NULL, &found), 0)    \
  CASE (tsearch, tsearch ("a", (void *)&shared.pointer, compare), 1)           \
  CASE (tfind, tfind ("a", (void *)&shared.pointer, compare), 0)               \
  CASE (rand_r, rand_r ((unsigned *)&shared.small.x), 1)                       \
  CASE (erand48, erand48 ((unsigned short *)shared.text), 1)                   \
  CASE (lrand48_r, lrand48_r ((void *)shared.text, &number), 1)                \
  CASE (pthread_getname,                                                       \
        pthread_getname_np (pthread_self (), shared.text, 16), 1)              \
  CASE (strdup, copy = strdup (shared.text), 0)                                \
  CASE (fopen, fopen (shared.text, "r"), 0)                                    \
  CASE (open, open (shared.text, O_RDONLY), 0)                                 \
  CASE (access, access (shared.text, F_OK), 0)                                 \
  CASE (unlink, unlink (shared.text), 0)                                       \
  CASE (rename, rename ("none", shared.text), 0)                               \
  CASE (mkdir, mkdir (shared.text, 0700), 0)                                   \
  CASE (opendir, opendir (shared.text), 0)                                     \
  CASE (setenv, setenv ("A", shared.text, 1), 0)                               \
  CASE (bind, bind (sockets[0], (void *)shared.text, 2), 0)                    \
  CASE (setsockopt,                                                            \
        setsockopt (sockets[0], SOL_SOCKET, SO_RCVBUF, shared.text, 4), 0)     \
  CASE (qsort, qsort (shared.text, 4, 1, compare), 1)                          \
  CASE (localtime_r, localtime_r (&when, &shared.tm), 1)                       \
  CASE (gmtime_r, gmtime_r (&when, &shared.tm), 1)                             \
  CASE (asctime_r, asctime_r (&tm, shared.text), 1)                            \
  CASE (ctime_r, ctime_r (&when, shared.text), 1)                              \
  CASE (mktime, mktime (&shared.tm), 1)                                        \
  CASE (strftime, strftime (shared.text, 100, "%Y", &tm), 1)                   \
  CASE (getcwd, getcwd (shared.text, 100), 1)                                  \
  CASE (gethostname, gethostname (shared.text, 100), 1)                        \
  CASE (uname, uname ((struct utsname *)shared.text), 1)                       \
  CASE (readlink, readlink ("/proc/self/exe", shared.text, 100), 1)            \
  CASE (realpath, realpath ("/", shared.text), 1)                              \
  CASE (inet_ntop, inet_ntop (AF_INET, "abcd", shared.text, 90), 1)            \
  CASE (inet_pton, inet_pton (AF_INET, "1.2.3.4", shared.text), 1)             \
  CASE (stat, stat ("/", (struct stat *)shared.text), 1)                       \
  CASE (fstat, fstat (0, (struct stat *)shared.text), 1)                       \
  CASE (clock_gettime, clock_gettime (CLOCK_REALTIME, &shared.spec), 1)        \
  CASE (gettimeofday, gettimeofday ((struct timeval *)shared.text, NULL), 1)   \
  CASE (time, time ((time_t *)shared.text), 1)                                 \
  CASE (times, times ((struct tms *)shared.text), 1)                           \
  CASE (getrusage, getrusage (RUSAGE_SELF, (struct rusage *)shared.text), 1)   \
  CASE (pipe, pipe (shared.ends), 1)                                           \
  CASE (pthread_create, create (), 1)                                          \
  CASE (pthread_join, join_result (), 1)                                       \
  CASE (atoi, sink = atoi (shared.text), 0)                                    \
  CASE (strtol, sink = (int)strtol (shared.text, NULL, 10), 0)                 \
  CASE (strtol_end, strtol ("12", &shared.pointer, 10), 1)                     \
  CASE (strtod, sink = (int)strtod (shared.text, NULL), 0)                     \
  CASE (strspn, sink = (int)strspn (shared.text, "ab"), 0)                     \
  CASE (strcspn, sink = (int)strcspn (shared.text, "ab"), 0)                   \
  CASE (strpbrk, sink = strpbrk (shared.text, "ab") != NULL, 0)                \
  CASE (strcoll, sink = strcoll (shared.text, "ab"), 0)                        \
  CASE (memmem, sink = memmem (shared.text, 5, "ab", 2) != NULL, 0)            \
  CASE (memrchr, sink = memrchr (shared.text, 'a', 5) != NULL, 0)              \
  CASE (builtin, __builtin_strcpy (shared.text, "abcde"), 1)                   \
  CASE (return_small, shared.small = make_small (three), 1)                    \
  CASE (return_pair, shared.pair = make_pair (three), 1)                       \
  CASE (return_large, shared.large = make_large (three), 1)                    \
  CASE (return_library, *(div_t *)shared.text = div (5, 2), 1)                 \
  CASE (take_small, take_small (shared.small), 0)                              \
  CASE (take_pair, take_pair (shared.pair), 0)                                 \
  CASE (take_large, take_large (shared.large), 0)

typedef struct test_case {
  const char *name;
  void (*act) (void);
  int writes;
} test_case;

#define CASE(NAME, ACT, WRITES)                                                \
  static void do_##NAME (void) {                                               \
    (void)(ACT);                                                               \
  }
CASES
#undef CASE

static const test_case cases[] = {
#define CASE(NAME, ACT, WRITES) {#NAME, do_##NAME, WRITES},
    CASES
#undef CASE
};

static const test_case *chosen;
static int locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run (void *unused) {
  (void)unused;
  if (locked)
    pthread_mutex_lock (&lock);
  chosen->act ();
  if (locked)
    pthread_mutex_unlock (&lock);
  return NULL;
}

static void access_too (void) {
  if (locked)
    pthread_mutex_lock (&lock);
  if (chosen->writes)
    sink = shared.text[0];
  else
    shared.text[0] = 0;
  if (locked)
    pthread_mutex_unlock (&lock);
}

static void prepare (void) {
  file = tmpfile ();
  fputs ("abc\n", file);
  rewind (file);
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets) ||
      write (sockets[1], "a", 1) != 1)
    abort ();
}

int main (int argc, char **argv) {
  pthread_t thread;
  const size_t count = sizeof cases / sizeof *cases;
  if (argc == 2 && !strcmp (argv[1], "list")) {
    for (size_t i = 0; i < count; i++)
      puts (cases[i].name);
    return 0;
  }
  for (size_t i = 0; i < count && argc > 1; i++)
    if (!strcmp (cases[i].name, argv[1]))
      chosen = &cases[i];
  if (!chosen)
    return 2;
  locked = argc > 2;
  prepare ();
  pthread_create (&thread, NULL, run, NULL);
  access_too ();
  pthread_join (thread, NULL);
  return 0;
}
