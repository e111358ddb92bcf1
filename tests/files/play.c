/* Threads or processes that use files: what does each operation give?

   play SEED            runs a random one
   play SEED n          one of threads that care about numbers of descriptors
   play SEED ?, n?      prints it
   play - KIND ONE ...  runs this one: t threads or p processes (tL, pL: y is
                        another name of x from the beginning; tS, pS: z a
                        symbolic link to y), then operations of each of them:
                        a letter, and the name of a file (x, with two bytes in
                        it, y, z)

     c  opens it, makes it if it is not there   o  opens it
     x  makes it                                t  opens it, emptied
     a  opens it to append                      i  goes on with the file that
     w  writes a byte                              was open from the beginning
     r  reads                                   b  goes back to its beginning
     s  asks for its size, by its name          f  by the descriptor
     T  makes it one byte long                  u  removes the name
     d  lists the folder                        C  closes
     L  gives it another name: the next one     R  the same, instead of this one
     S  the next one is a symbolic link to it   m  makes a folder
     D  removes a folder                        j  goes to the folder of that
   name
     N  which number has it?                    P  copies the descriptor
     h, K  asks for the size, closes: of number 4 for x, 5 for y, 6 for z
     q  asks for the size of that, by its name in /proc
     l  which of these three are in /proc?

   w, r, b, f, C, N and P are about what was opened last.  The output is what
   each has got, one after the other. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 3, MOST_SCRIPT = 20, MOST_TOLD = 100 };

typedef struct player {
  char script[MOST_SCRIPT], told[MOST_TOLD];
  int file, number;
} player;

static player players[MOST];
static int player_count, inherited;
static char kind, link_first; /* L: y is x, S: z leads to y */

static void tell (player *p, long value) {
  const size_t length = strlen (p->told);
  snprintf (p->told + length, MOST_TOLD - length, value < 0 ? " -%ld" : " %ld",
            value < 0 ? errno : value);
}

/*------------------------------------------------------------------------*/

static void open_file (player *p, const char *name, int flags) {
  if (p->file >= 0 && p->file != inherited)
    close (p->file);
  p->file = open (name, flags, 0600);
  tell (p, p->file < 0 ? -1 : 0);
}

static void get (player *p) {
  char data[10] = "";
  const long n = read (p->file, data, sizeof data - 1);
  tell (p, n);
  if (n > 0)
    strcat (p->told, data);
}

static void put (player *p) {
  const char byte = (char)('A' + p->number);
  tell (p, write (p->file, &byte, 1));
}

static void look (player *p, const char *name) {
  struct stat s;
  const int result = name ? stat (name, &s) : fstat (p->file, &s);
  tell (p, result < 0 ? -1 : S_ISREG (s.st_mode) ? s.st_size : 999);
}

static void copy (player *p) {
  tell (p, dup (p->file));
}

/* Whoever has opened it. */
static void look_at (player *p, int number) {
  struct stat s;
  tell (p, fstat (number, &s) ? -1 : S_ISREG (s.st_mode) ? s.st_size : 999);
}

static void look_in_proc (player *p, int number) {
  char name[40];
  snprintf (name, sizeof name, "/proc/self/fd/%d", number);
  look (p, name);
}

static void list_proc (player *p) {
  int numbers = 0;
  DIR *folder = opendir ("/proc/self/fd");
  for (struct dirent *d; folder && (d = readdir (folder));)
    if (strchr ("456", d->d_name[0]) && !d->d_name[1])
      numbers |= 1 << (d->d_name[0] - '4');
  closedir (folder);
  tell (p, numbers);
}

static void list (player *p) {
  int names = 0;
  DIR *folder = opendir (".");
  if (!folder) {
    tell (p, -1);
    return;
  }
  for (struct dirent *d; (d = readdir (folder));)
    names |= d->d_name[1] ? 0 : 1 << (d->d_name[0] & 7);
  closedir (folder);
  tell (p, names);
}

static void one (player *p, char what, char which) {
  const char name[] = {which, 0}, next[] = {which == 'z' ? 'x' : which + 1, 0};
  switch (what) {
  case 'c':
    open_file (p, name, O_RDWR | O_CREAT);
    break;
  case 'o':
    open_file (p, name, O_RDWR);
    break;
  case 'x':
    open_file (p, name, O_RDWR | O_CREAT | O_EXCL);
    break;
  case 't':
    open_file (p, name, O_RDWR | O_CREAT | O_TRUNC);
    break;
  case 'a':
    open_file (p, name, O_RDWR | O_CREAT | O_APPEND);
    break;
  case 'i':
    p->file = inherited;
    break;
  case 'w':
    put (p);
    break;
  case 'r':
    get (p);
    break;
  case 'b':
    tell (p, lseek (p->file, 0, SEEK_SET));
    break;
  case 's':
    look (p, name);
    break;
  case 'f':
    look (p, NULL);
    break;
  case 'T':
    tell (p, truncate (name, 1));
    break;
  case 'u':
    tell (p, unlink (name));
    break;
  case 'd':
    list (p);
    break;
  case 'C':
    tell (p, close (p->file));
    p->file = -1;
    break;
  case 'L':
    tell (p, link (name, next));
    break;
  case 'R':
    tell (p, rename (name, next));
    break;
  case 'S':
    tell (p, symlink (name, next));
    break;
  case 'm':
    tell (p, mkdir (name, 0700));
    break;
  case 'D':
    tell (p, rmdir (name));
    break;
  case 'j':
    tell (p, chdir (name));
    break;
  case 'N':
    tell (p, p->file);
    break;
  case 'P':
    copy (p);
    break;
  case 'h':
    look_at (p, inherited + 1 + which - 'x');
    break;
  case 'q':
    look_in_proc (p, inherited + 1 + which - 'x');
    break;
  case 'l':
    list_proc (p);
    break;
  case 'K':
    tell (p, close (inherited + 1 + which - 'x'));
    break;
  }
}

static void *play (void *argument) {
  player *p = argument;
  for (const char *at = p->script; at[0] && at[1]; at += 2)
    one (p, at[0], at[1]);
  return NULL;
}

/*------------------------------------------------------------------------*/

static void run_threads (void) {
  pthread_t threads[MOST];
  for (int i = 1; i < player_count; i++)
    pthread_create (&threads[i], NULL, play, &players[i]);
  play (&players[0]);
  for (int i = 1; i < player_count; i++)
    pthread_join (threads[i], NULL);
}

/* Each tells its parent what it has got. */
static void run_processes (void) {
  int ends[MOST][2];
  pid_t children[MOST];
  for (int i = 0; i < player_count; i++) {
    if (pipe (ends[i]))
      abort ();
    children[i] = fork ();
    if (!children[i]) {
      play (&players[i]);
      if (write (ends[i][1], players[i].told, MOST_TOLD) != MOST_TOLD)
        abort ();
      _exit (0);
    }
  }
  for (int i = 0; i < player_count; i++)
    if (read (ends[i][0], players[i].told, MOST_TOLD) != MOST_TOLD ||
        waitpid (children[i], NULL, 0) < 0)
      abort ();
}

/*------------------------------------------------------------------------*/

static unsigned long seed;

static unsigned draw (unsigned count) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(seed >> 33) % count;
}

/* Mostly plain use of few files. */
/* One thing at a time: a position that is shared, a link that leads nowhere at
   first, a file with two names.  By player: how it begins, what it does then.
 */
static void make_special_scripts (void) {
  static const struct {
    const char *first[2], *then[2], *names;
  } kinds[] = {{{"ix", "ix"}, {"rrrrbw", "rrrrbw"}, "xx"},
               {{"", ""}, {"ccccos", "sssuco"}, "yz"},
               {{"ay", ""}, {"wwwwsf", "ssstTr"}, "xy"}};
  const unsigned about = draw (3);
  kind = "tp"[draw (2)];
  link_first = "\0SL"[about];
  player_count = 2;
  for (int i = 0; i < player_count; i++) {
    char *to = players[i].script;
    to += sprintf (to, "%s", kinds[about].first[i]);
    for (unsigned k = 1 + draw (2); k; k--)
      to += sprintf (to, "%c%c", kinds[about].then[i][draw (6)],
                     kinds[about].names[draw (2)]);
  }
}

/* Threads that open and close, and look who has which number. */
static void make_scripts_of_numbers (void) {
  static const char letters[] = "cccotNNCCwwrffbhhKPsduql";
  kind = 't';
  player_count = 2 + !draw (4);
  for (int i = 0; i < player_count; i++) {
    char *to = players[i].script;
    if (draw (3))
      to += sprintf (to, "c%c", "xyz"[draw (3)]);
    for (unsigned k = 1 + draw (player_count == 2 ? 4 : 2); k; k--)
      to += sprintf (to, "%c%c", letters[draw (sizeof letters - 1)],
                     "xyz"[draw (3)]);
  }
}

static void make_scripts (void) {
  static const char plain[] = "ccottaxwwwrrbsfuuTC", special[] = "dLRSmDj";
  if (!draw (4)) {
    make_special_scripts ();
    return;
  }
  const unsigned odd = draw (3) ? 0 : 3 + draw (4);
  const unsigned names = 1 + draw (3);
  kind = "tp"[draw (2)];
  player_count = 2 + (kind == 't' && !draw (4));
  for (int i = 0; i < player_count; i++) {
    char *to = players[i].script;
    if (!draw (4))
      to += sprintf (to, "ix");
    else if (draw (3))
      to += sprintf (to, "%c%c", "cta"[draw (3)], "xyz"[draw (names)]);
    for (unsigned k = 1 + draw (player_count == 2 && kind == 't' ? 3 : 2); k;
         k--)
      to += sprintf (to, "%c%c",
                     odd && !draw (odd) ? special[draw (sizeof special - 1)]
                                        : plain[draw (sizeof plain - 1)],
                     "xyz"[draw (names)]);
  }
}

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  if (!strcmp (argv[1], "-")) {
    kind = argv[2][0];
    link_first = argv[2][1];
    for (player_count = 0; player_count < argc - 3; player_count++)
      strcpy (players[player_count].script, argv[3 + player_count]);
  } else {
    seed = strtoul (argv[1], NULL, 10) * 77777 + 5;
    draw (2);
    if (argc > 2 && argv[2][0] == 'n')
      make_scripts_of_numbers ();
    else
      make_scripts ();
  }
  if (argc > 2 && argv[2][strlen (argv[2]) - 1] == '?') {
    printf ("%c%.1s", kind, &link_first);
    for (int i = 0; i < player_count; i++)
      printf (" %s", players[i].script);
    printf ("\n");
    return 0;
  }
  inherited = open ("x", O_RDWR | O_CREAT, 0600);
  if (write (inherited, "12", 2) != 2 || lseek (inherited, 0, SEEK_SET))
    return 1;
  if ((link_first == 'L' && link ("x", "y")) ||
      (link_first == 'S' && symlink ("y", "z")))
    return 1;
  for (int i = 0; i < player_count; i++)
    players[i].file = -1, players[i].number = i;
  if (kind == 't')
    run_threads ();
  else
    run_processes ();
  for (int i = 0; i < player_count; i++)
    printf ("%s;", players[i].told);
  printf ("\n");
  return 0;
}
