/* See lsp_diagnostics.h.

   The text is written to a folder of its own, under the document's name, and
   read by another process, which tells what the front end says, line by line:
   "FILE:LINE:COLUMN: error: ...".  Of a process that says nothing in time, or
   ends otherwise than it should, there is nothing to tell. */

#include "cli/lsp_diagnostics.h"

#include "base/tempdir.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/load.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 10, ERROR = 1, WARNING = 2, HINT = 4, UNNECESSARY = 1 };

/*------------------------------------------------------------------------*/
/* In the other process. */

/* Statements that nobody reaches, in the same form. */
static void add_unreachable (sett_model *m, sett_text *out) {
  for (uint32_t i = m->transitions; i < m->transitions + m->dead; i++) {
    const sett_transition *t = m->transition (m, i);
    if (!t->unwritten)
      sett_text_addf (out, "%s:%u:0: unreachable: %s\n", t->file, t->line,
                      t->text);
  }
}

static void examine (const sett_options *options, const char *file,
                     const char *folder, sett_text *out) {
  sett_options here = *options;
  sett_input input;
  SETT_PUSH (here.include, folder);
  sett_cli_watch (sett_cli_catch_signals (), SECONDS);
  if (sett_input_open (&input, file, &here))
    return;
  input.model = sett_promela_load (file, sett_text_get (&input.source),
                                   &input.promela, out);
  if (input.model)
    add_unreachable (input.model, out);
}

/* What the front end says by itself goes the same way. */
static void examine_apart (const sett_options *options, const char *file,
                           const char *folder, int to) {
  sett_text out = {0};
  dup2 (to, 1);
  dup2 (to, 2);
  examine (options, file, folder, &out);
  fflush (stdout);
  for (size_t done = 0; done < out.length;) {
    const ssize_t n = write (to, out.at + done, out.length - done);
    if (n <= 0)
      break;
    done += (size_t)n;
  }
  _exit (0);
}

static void ask (const sett_options *options, const char *file,
                 const char *folder, sett_text *said) {
  int ends[2];
  char bytes[4096];
  ssize_t n;
  if (pipe2 (ends, O_CLOEXEC))
    return;
  fflush (stdout);
  const pid_t child = fork ();
  if (!child)
    examine_apart (options, file, folder, ends[1]);
  close (ends[1]);
  while (child > 0 && (n = read (ends[0], bytes, sizeof bytes)) > 0)
    sett_text_add_bytes (said, bytes, (size_t)n);
  close (ends[0]);
  if (child > 0)
    waitpid (child, NULL, 0);
}

/*------------------------------------------------------------------------*/
/* Places. */

/* Line `number` of the text, from 1; empty if it has fewer. */
static const char *find_line (const char *text, long number) {
  for (long i = 1; i < number; i++) {
    const char *end = strchr (text, '\n');
    if (!end)
      return text + strlen (text);
    text = end + 1;
  }
  return text;
}

/* The protocol counts in UTF-16: the units of so many bytes of a line. */
static int units_of (const char *line, size_t bytes) {
  int units = 0;
  for (size_t i = 0; i < bytes && line[i] && line[i] != '\n'; i++) {
    const unsigned char c = (unsigned char)line[i];
    units += (c & 0xc0) != 0x80;
    units += c >= 0xf0;
  }
  return units;
}

static size_t word_length (const char *at) {
  size_t length = 0;
  while ((at[length] >= '0' && at[length] <= '9') || at[length] == '_' ||
         (at[length] | 0x20) >= 'a')
    if (at[length] < 0 || (at[length] | 0x20) > 'z')
      break;
    else
      length++;
  return length ? length : 1;
}

/* Where a statement stands in a line, from 1; 0: it is written otherwise. */
static long column_of (const char *text, long line, const char *statement,
                       size_t length) {
  const char *at = find_line (text, line);
  const char *found = memmem (at, strcspn (at, "\r\n"), statement, length);
  return found ? found - at + 1 : 0;
}

/* Column 0: the whole line is meant, without the blanks before it. */
/* ...or so many bytes from it on; 0: a word. */
static json_t *range_of (const char *text, long line, long column,
                         size_t span) {
  const char *at = find_line (text, line);
  const size_t whole = strcspn (at, "\r\n");
  size_t from = column > 0 ? (size_t)column - 1 : strspn (at, " \t");
  from = from < whole ? from : whole;
  size_t to = span         ? from + span
              : column > 0 ? from + word_length (at + from)
                           : whole;
  to = to < whole ? to : whole;
  const int number = (int)line - 1;
  return json_pack ("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", number,
                    "character", units_of (at, from), "end", "line", number,
                    "character", units_of (at, to));
}

/*------------------------------------------------------------------------*/

static json_t *diagnostic (json_t *range, int severity, const char *message,
                           size_t length) {
  return json_pack ("{s:o, s:i, s:s, s:s%}", "range", range, "severity",
                    severity, "source", "sett", "message", message, length);
}

/* A statement that control flow does not reach; editors show it faintly. */
static json_t *unreachable (const char *text, long line, const char *statement,
                            size_t length) {
  static const char message[] = "no execution comes here";
  const long column = column_of (text, line, statement, length);
  json_t *o = diagnostic (range_of (text, line, column, column ? length : 0),
                          HINT, message, sizeof message - 1);
  json_object_set_new (o, "tags", json_pack ("[i]", UNNECESSARY));
  return o;
}

/* "LINE:COLUMN: error: message": what follows the name of the file. */
static json_t *read_place (const char *text, const char *said, size_t length) {
  static const struct {
    const char *word;
    int severity;
  } words[] = {{"error: ", ERROR},
               {"fatal error: ", ERROR},
               {"warning: ", WARNING},
               {"unreachable: ", HINT}};
  char *after;
  const long line = strtol (said, &after, 10);
  const long column = *after == ':' ? strtol (after + 1, &after, 10) : -1;
  if (line <= 0 || column < 0 || strncmp (after, ": ", 2))
    return NULL;
  const char *rest = after + 2, *end = said + length;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const size_t n = strlen (words[i].word);
    if (rest + n > end || strncmp (rest, words[i].word, n))
      continue;
    const size_t left = (size_t)(end - rest) - n;
    return words[i].severity == HINT
               ? unreachable (text, line, rest + n, left)
               : diagnostic (range_of (text, line, column, 0),
                             words[i].severity, rest + n, left);
  }
  return NULL;
}

/* Lines of the document's own; of files that it includes, and of whatever has
   no place, the first line has to stand for them. */
static void read_line (const char *text, const char *file, const char *said,
                       size_t length, json_t *array) {
  const size_t name = strlen (file);
  json_t *found = NULL;
  if (length > name && !strncmp (said, file, name) && said[name] == ':')
    found = read_place (text, said + name + 1, length - name - 1);
  else if (!strncmp (said, "sett: ", 6))
    found = diagnostic (range_of (text, 1, 0, 0), ERROR, said + 6, length - 6);
  else if (memmem (said, length, ": error: ", 9) && *said != ' ')
    found = diagnostic (range_of (text, 1, 0, 0), ERROR, said, length);
  if (found)
    json_array_append_new (array, found);
}

static void read_all (const char *text, const char *file, const char *said,
                      json_t *array) {
  while (*said) {
    const size_t length = strcspn (said, "\n");
    read_line (text, file, said, length, array);
    said += length + (said[length] != 0);
  }
}

/* "file:///a%20b.pml": /a b.pml */
static void add_path (const char *uri, sett_text *path) {
  if (!strncmp (uri, "file://", 7))
    uri += 7;
  for (; *uri; uri++) {
    unsigned byte;
    if (*uri == '%' && sscanf (uri + 1, "%2x", &byte) == 1 && uri[1] &&
        uri[2]) {
      sett_text_addf (path, "%c", (int)byte);
      uri += 2;
    } else
      sett_text_addf (path, "%c", *uri);
  }
}

json_t *sett_lsp_diagnostics (const sett_options *options, const char *uri,
                              const char *text) {
  sett_text path = {0}, file = {0}, source = {0}, said = {0}, error = {0};
  json_t *array = json_array ();
  add_path (uri, &path);
  const char *whole = sett_text_get (&path), *slash = strrchr (whole, '/');
  const size_t length = slash ? (size_t)(slash - whole) : 0;
  char *folder = strndup (length ? whole : ".", length ? length : 1);
  char *room = sett_tempdir_room (&error);
  sett_text_addf (&file, "%s/%s", room ? room : ".", slash ? slash + 1 : whole);
  sett_text_add (&source, text);
  if (room && folder && source.length &&
      sett_text_write_file (&source, sett_text_get (&file))) {
    ask (options, sett_text_get (&file), folder, &said);
    read_all (text, sett_text_get (&file), sett_text_get (&said), array);
  }
  if (room)
    sett_tempdir_clear (room);
  free (folder);
  sett_text_release (&path);
  sett_text_release (&file);
  sett_text_release (&source);
  sett_text_release (&said);
  sett_text_release (&error);
  return array;
}
