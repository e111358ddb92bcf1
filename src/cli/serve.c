/* sett serve --lsp: an editor's reader of Promela.

   Speaks the Language Server Protocol on standard input and output: messages of
   JSON behind a header with their length.  What there is to say of a text is
   said whenever it changes (lsp_diagnostics.c); nothing else is offered.  A
   text is checked in a process of its own: whatever is in it, the server goes
   on. */

#include "base/text.h"
#include "cli/cli.h"
#include "cli/lsp_diagnostics.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 64 << 20, METHOD_NOT_FOUND = -32601 };

typedef struct server {
  const sett_options *options;
  int shut_down; /* was asked for: only the end may follow */
} server;

/*------------------------------------------------------------------------*/
/* Messages. */

/* The length that a header tells; -1: none, 0: the input has ended. */
static long read_header (void) {
  char line[256];
  long length = -1;
  while (fgets (line, sizeof line, stdin)) {
    if (!strcmp (line, "\r\n") || !strcmp (line, "\n"))
      return length;
    if (!strncasecmp (line, "Content-Length:", 15))
      length = strtol (line + 15, NULL, 10);
  }
  return 0;
}

/* Null at the end of the input; what is no JSON is read as null, and ignored.
 */
static json_t *read_message (void) {
  const long length = read_header ();
  if (length <= 0 || length > MOST_BYTES)
    return NULL;
  char *body = malloc ((size_t)length);
  json_t *message = NULL;
  if (body && fread (body, 1, (size_t)length, stdin) == (size_t)length) {
    message = json_loadb (body, (size_t)length, JSON_ALLOW_NUL, NULL);
    message = message ? message : json_null ();
  }
  free (body);
  return message;
}

/* Takes the message. */
static void send_message (json_t *message) {
  json_object_set_new (message, "jsonrpc", json_string ("2.0"));
  char *body = json_dumps (message, JSON_COMPACT);
  printf ("Content-Length: %zu\r\n\r\n%s", strlen (body), body);
  fflush (stdout);
  free (body);
  json_decref (message);
}

static void answer (const json_t *message, json_t *result) {
  send_message (json_pack ("{s:O, s:o}", "id", json_object_get (message, "id"),
                           "result", result));
}

static void refuse (const json_t *message) {
  send_message (json_pack ("{s:O, s:{s:i, s:s}}", "id",
                           json_object_get (message, "id"), "error", "code",
                           METHOD_NOT_FOUND, "message",
                           "this server tells what is wrong, nothing else"));
}

/*------------------------------------------------------------------------*/
/* Texts. */

static void publish (const char *uri, json_t *diagnostics) {
  send_message (json_pack ("{s:s, s:{s:s, s:o}}", "method",
                           "textDocument/publishDiagnostics", "params", "uri",
                           uri, "diagnostics", diagnostics));
}

static const char *uri_of (const json_t *params) {
  return json_string_value (
      json_object_get (json_object_get (params, "textDocument"), "uri"));
}

static void look_at (const server *s, const char *uri, const char *text) {
  if (uri && text)
    publish (uri, sett_lsp_diagnostics (s->options, uri, text));
}

static void open_text (const server *s, const json_t *params) {
  look_at (s, uri_of (params),
           json_string_value (json_object_get (
               json_object_get (params, "textDocument"), "text")));
}

/* Always the whole text: that was asked for. */
static void change_text (const server *s, const json_t *params) {
  const json_t *changes = json_object_get (params, "contentChanges");
  const size_t count = json_array_size (changes);
  if (count)
    look_at (s, uri_of (params),
             json_string_value (json_object_get (
                 json_array_get (changes, count - 1), "text")));
}

static void close_text (const json_t *params) {
  const char *uri = uri_of (params);
  if (uri)
    publish (uri, json_array ());
}

/*------------------------------------------------------------------------*/

static json_t *introduce (void) {
  enum { WHOLE_TEXTS = 1 };
  return json_pack ("{s:{s:{s:b, s:i}}, s:{s:s, s:s}}", "capabilities",
                    "textDocumentSync", "openClose", 1, "change", WHOLE_TEXTS,
                    "serverInfo", "name", "sett", "version", SETT_VERSION);
}

/* False: it is over. */
static int handle (server *s, const json_t *message) {
  const char *method = json_string_value (json_object_get (message, "method"));
  const json_t *params = json_object_get (message, "params");
  const int asks = json_object_get (message, "id") != NULL;
  if (!method)
    return 1; /* an answer: nothing was asked */
  if (!strcmp (method, "exit"))
    return 0;
  if (!strcmp (method, "initialize"))
    answer (message, introduce ());
  else if (!strcmp (method, "shutdown")) {
    s->shut_down = 1;
    answer (message, json_null ());
  } else if (!strcmp (method, "textDocument/didOpen"))
    open_text (s, params);
  else if (!strcmp (method, "textDocument/didChange"))
    change_text (s, params);
  else if (!strcmp (method, "textDocument/didClose"))
    close_text (params);
  else if (asks)
    refuse (message);
  return 1;
}

sett_exit sett_cli_serve (const sett_options *options) {
  server s = {.options = options};
  json_t *message;
  int goes_on = 1;
  if (!options->lsp)
    return sett_cli_error (0, "serve needs --lsp, the protocol that it is to "
                              "speak");
  while (goes_on && (message = read_message ())) {
    goes_on = handle (&s, message);
    json_decref (message);
  }
  return s.shut_down && !goes_on ? SETT_EXIT_FINE : SETT_EXIT_USAGE;
}
