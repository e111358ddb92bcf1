/* Running sett and reading its answer.

   A run that says nothing for a long time is ended: a search without an end is
   an error to report, too. */

#include "runs.h"

#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 60 /* seconds */ };

extern char **environ;

/* ---- command lines ---- */

void words_add (words *w, const char *word) {
  if (w->count == MAX_WORDS)
    abort ();
  w->word[w->count++] = word;
  w->word[w->count] = NULL;
}

void words_split (words *w, const char *list) {
  while (*(list += strspn (list, " "))) {
    size_t length = strcspn (list, " ");
    if (w->used + length + 1 > sizeof w->text)
      abort ();
    char *copy = w->text + w->used;
    memcpy (copy, list, length);
    copy[length] = 0;
    w->used += length + 1;
    words_add (w, copy);
    list += length;
  }
}

void words_print (const words *w, FILE *file) {
  for (int i = 0; i < w->count; i++)
    fprintf (file, strpbrk (w->word[i], " ()[]<>!|&*") ? "%s'%s'" : "%s%s",
             i ? " " : "", w->word[i]);
}

/* ---- processes ---- */

static pid_t start (const words *w, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null",
                                    O_WRONLY, 0);
  pid_t child;
  int failed = posix_spawnp (&child, w->word[0], &actions, NULL,
                             (char *const *)w->word, environ);
  posix_spawn_file_actions_destroy (&actions);
  return failed ? -1 : child;
}

static int wait_for (pid_t child) {
  int status;
  if (waitpid (child, &status, 0) < 0)
    return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

int run_to_file (const words *w, const char *path) {
  int file = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return -1;
  pid_t child = start (w, file);
  close (file);
  return child < 0 ? -1 : wait_for (child);
}

/* All that comes, as a string; null when it takes too long. */
static char *read_all (int from) {
  size_t size = 1 << 14;
  size_t used = 0;
  char *text = malloc (size);
  for (;;) {
    struct pollfd ready = {.fd = from, .events = POLLIN};
    if (poll (&ready, 1, PATIENCE * 1000) == 0) {
      free (text);
      return NULL;
    }
    ssize_t got = read (from, text + used, size - used - 1);
    if (got <= 0)
      break;
    used += (size_t)got;
    if (used + 1 == size)
      text = realloc (text, size *= 2);
  }
  text[used] = 0;
  return text;
}

/* ---- answers ---- */

static void copy_text (char *to, size_t size, const json_t *from) {
  const char *text = json_string_value (from);
  snprintf (to, size, "%s", text ? text : "");
}

static int compare_places (const void *a, const void *b) {
  return strcmp (a, b);
}

/* In alphabetical order, each once. */
static void add_kind (outcome *o, const char *kind) {
  char before[TEXT_SIZE];
  char *save;
  int added = 0;
  strcpy (before, o->kinds);
  *o->kinds = 0;
  for (char *k = strtok_r (before, ",", &save); k || !added;) {
    int new = !added && (!k || strcmp (kind, k) <= 0);
    size_t used = strlen (o->kinds);
    snprintf (o->kinds + used, sizeof o->kinds - used, "%s%s", used ? "," : "",
              new ? kind : k);
    if (!new || (k && !strcmp (k, kind)))
      k = strtok_r (NULL, ",", &save);
    added |= new;
  }
}

static void add_violation (outcome *o, const json_t *violation) {
  const char *kind = json_string_value (json_object_get (violation, "kind"));
  const char *where = json_string_value (json_object_get (violation, "where"));
  if (!kind || !where)
    return;
  const char *slash = strrchr (where, '/');
  char place[PLACE_SIZE];
  snprintf (place, sizeof place, "%s %s", kind, slash ? slash + 1 : where);
  if (!*o->first) {
    strcpy (o->first, place);
    copy_text (o->trace, sizeof o->trace, json_object_get (violation, "trace"));
  }
  add_kind (o, kind);
  if (!strcmp (kind, "deadlock"))
    o->deadlock = 1;
  else if (o->places < MAX_PLACES)
    strcpy (o->place[o->places++], place);
}

static void read_answer (outcome *o, const char *text) {
  json_t *root = json_loads (text, 0, NULL);
  copy_text (o->verdict, sizeof o->verdict, json_object_get (root, "verdict"));
  copy_text (o->reduction, sizeof o->reduction,
             json_object_get (root, "reduction"));
  copy_text (o->said, sizeof o->said, json_object_get (root, "diagnostics"));
  const json_t *statistics = json_object_get (root, "statistics");
  o->states = (long)json_integer_value (json_object_get (statistics, "states"));
  size_t i;
  json_t *violation;
  json_array_foreach (json_object_get (root, "violations"), i, violation)
      add_violation (o, violation);
  qsort (o->place, (size_t)o->places, PLACE_SIZE, compare_places);
  json_decref (root);
}

void run_sett (const words *w, outcome *o) {
  memset (o, 0, sizeof *o);
  int ends[2];
  if (pipe2 (ends, O_CLOEXEC))
    abort ();
  pid_t child = start (w, ends[1]);
  close (ends[1]);
  char *text = child < 0 ? NULL : read_all (ends[0]);
  close (ends[0]);
  if (!text && child >= 0)
    kill (child, SIGKILL);
  o->status = child < 0 ? 127 : wait_for (child);
  if (text)
    read_answer (o, text);
  else
    o->status = -1;
  free (text);
}
