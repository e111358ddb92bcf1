/* Two threads, or two processes, count in a database of SQLite: sqlite WAY
   [atomic].  Each reads the number, and writes one more, so that what the other
   one has written may be lost; atomic: the database adds.  Who finds the
   database locked for too long gives up, and does not count. */
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_atomic;

static int take (void *to, int count, char **values, char **names) {
  (void)count, (void)names;
  *(int *)to = atoi (values[0]);
  return 0;
}

static int run (sqlite3 *base, const char *text, int *to) {
  return sqlite3_exec (base, text, take, to, NULL) == SQLITE_OK;
}

static sqlite3 *open_base (void) {
  sqlite3 *base;
  if (sqlite3_open ("data.db", &base) != SQLITE_OK)
    _exit (3);
  sqlite3_busy_timeout (base, 200);
  return base;
}

static int add (void) {
  char text[80];
  int number = 0, done;
  sqlite3 *base = open_base ();
  if (is_atomic)
    done = run (base, "UPDATE counts SET n = n + 1", NULL);
  else {
    done = run (base, "SELECT n FROM counts", &number);
    snprintf (text, sizeof text, "UPDATE counts SET n = %d", number + 1);
    done = done && run (base, text, NULL);
  }
  sqlite3_close (base);
  return done;
}

static void *add_here (void *done) {
  *(int *)done = add ();
  return NULL;
}

static int by_threads (void) {
  pthread_t threads[2];
  int done[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, add_here, &done[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return done[0] + done[1];
}

static int by_processes (void) {
  int status, done = 0;
  for (int i = 0; i < 2; i++)
    if (!fork ())
      _exit (add ());
  while (wait (&status) > 0)
    done += WEXITSTATUS (status);
  return done;
}

int main (int count, char **words) {
  int before = 0, after = 0;
  is_atomic = count > 2;
  sqlite3 *base = open_base ();
  run (base, "SELECT n FROM counts", &before);
  sqlite3_close (base);
  const int added =
      strcmp (words[1], "processes") ? by_threads () : by_processes ();
  base = open_base ();
  run (base, "SELECT n FROM counts", &after);
  sqlite3_close (base);
  assert (before == 40 && after == before + added);
  return 0;
}
