/* A process that does what its arguments say, one after the other:
   print WORD, env NAME, cwd, work N, deadlock, self, race, assert, exit N. */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef WORD
#define WORD "plain"
#endif

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *back (void *argument) {
  pthread_mutex_lock (&right);
  pthread_mutex_lock (&left);
  pthread_mutex_unlock (&left);
  pthread_mutex_unlock (&right);
  return argument;
}

static void *work (void *argument) {
  pthread_mutex_lock (&left);
  count++;
  pthread_mutex_unlock (&left);
  return argument;
}

static void *careless (void *argument) {
  count++;
  return argument;
}

static void forth (void) {
  pthread_mutex_lock (&left);
  pthread_mutex_lock (&right);
  pthread_mutex_unlock (&right);
  pthread_mutex_unlock (&left);
}

static void work_together (int threads) {
  pthread_t thread[8];
  for (int i = 0; i < threads; i++)
    pthread_create (&thread[i], NULL, work, NULL);
  for (int i = 0; i < threads; i++)
    pthread_join (thread[i], NULL);
  assert (count == threads);
}

int main (int argc, char **argv) {
  pthread_t thread;
  char folder[4096];
  setvbuf (stdout, NULL, _IOLBF, BUFSIZ);
  for (int i = 1; i < argc; i++) {
    const char *word = argv[i];
    if (!strcmp (word, "print"))
      printf ("%s\n", argv[++i]);
    else if (!strcmp (word, "word"))
      puts (WORD);
    else if (!strcmp (word, "env")) {
      const char *value = getenv (argv[++i]);
      printf ("%s is %s\n", argv[i], value ? value : "not set");
    } else if (!strcmp (word, "cwd"))
      printf ("in %s\n", strrchr (getcwd (folder, sizeof folder), '/') + 1);
    else if (!strcmp (word, "work"))
      work_together (atoi (argv[++i]));
    else if (!strcmp (word, "deadlock")) {
      pthread_create (&thread, NULL, back, NULL);
      forth ();
      pthread_join (thread, NULL);
    } else if (!strcmp (word, "self")) {
      pthread_mutex_lock (&left);
      pthread_mutex_lock (&left);
    } else if (!strcmp (word, "race")) {
      pthread_create (&thread, NULL, careless, NULL);
      count++;
      pthread_join (thread, NULL);
    } else if (!strcmp (word, "assert"))
      assert (!"the part is happy");
    else if (!strcmp (word, "exit"))
      exit (atoi (argv[++i]));
  }
  return 0;
}
