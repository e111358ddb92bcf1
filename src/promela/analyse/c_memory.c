/* Does a text of C declarations define objects, that is, memory outside the
   state?  Not a parser: it errs on the side of "yes".

   Surely without objects are directives, typedefs, extern declarations,
   function prototypes and definitions, and struct, union and enum types that
   declare nothing else. */

#include "promela/analyse/c_text.h"

#include <ctype.h>
#include <string.h>

typedef struct declaration {
  const char *begin;
  char last;       /* character before the end, not a blank */
  int is_function; /* a '(' that does not begin a pointer to a function */
  int has_value;   /* '=' or ',' */
} declaration;

static int is_word_character (char c) {
  return isalnum ((unsigned char)c) || c == '_';
}

int sett_c_text_has_word (const char *text, const char *word) {
  const size_t length = strlen (word);
  for (const char *at = text; (at = strstr (at, word)); at += length)
    if ((at == text || !is_word_character (at[-1])) &&
        !is_word_character (at[length]))
      return 1;
  return 0;
}

static const char *skip_line (const char *at) {
  while (*at && *at != '\n')
    at += at[0] == '\\' && at[1] ? 2 : 1;
  return at;
}

static const char *skip_quoted (const char *at) {
  const char quote = *at++;
  while (*at && *at != quote)
    at += at[0] == '\\' && at[1] ? 2 : 1;
  return *at ? at + 1 : at;
}

static const char *skip_comment (const char *at) {
  if (at[1] == '/')
    return skip_line (at);
  const char *end = strstr (at + 2, "*/");
  return end ? end + 2 : at + strlen (at);
}

static int at_comment (const char *at) {
  return at[0] == '/' && (at[1] == '/' || at[1] == '*');
}

/* Blanks, comments and directives. */
static const char *skip_blanks (const char *at) {
  for (;;) {
    if (isspace ((unsigned char)*at) || *at == ';')
      at++;
    else if (at_comment (at))
      at = skip_comment (at);
    else if (*at == '#' || !strncmp (at, "\\#", 2))
      at = skip_line (at + 1 + (*at == '\\'));
    else
      return at;
  }
}

static void read_outer (declaration *d, const char *at) {
  if (*at == '(')
    d->is_function |= at[1 + strspn (at + 1, " \t\n")] != '*';
  if (*at == '=' || *at == ',')
    d->has_value = 1;
}

/* Where the declaration ends: after its ';' or the body of a function. */
static const char *read_declaration (declaration *d, const char *at) {
  int depth = 0;
  *d = (declaration){.begin = at};
  while (*at) {
    if (*at == '"' || *at == '\'') {
      at = skip_quoted (at);
      continue;
    }
    if (at_comment (at)) {
      at = skip_comment (at);
      continue;
    }
    if (!depth && *at == ';')
      return at + 1;
    if (!depth)
      read_outer (d, at);
    depth += strchr ("({[", *at) != NULL;
    depth -= strchr (")}]", *at) != NULL;
    if (!isspace ((unsigned char)*at))
      d->last = *at;
    at++;
    if (!depth && d->last == '}' && d->is_function)
      return at;
  }
  return at;
}

static int begins_with (const char *text, const char *word) {
  const size_t length = strlen (word);
  return !strncmp (text, word, length) && !is_word_character (text[length]);
}

static int defines_object (const declaration *d) {
  if (begins_with (d->begin, "typedef") || begins_with (d->begin, "extern"))
    return 0;
  if (d->has_value)
    return 1;
  const int is_type = begins_with (d->begin, "struct") ||
                      begins_with (d->begin, "union") ||
                      begins_with (d->begin, "enum");
  return !d->is_function && !(is_type && d->last == '}');
}

int sett_c_text_defines_objects (const char *text) {
  if (sett_c_text_has_word (text, "__attribute__"))
    return 1;
  for (const char *at = skip_blanks (text); *at; at = skip_blanks (at)) {
    declaration d;
    at = read_declaration (&d, at);
    if (defines_object (&d))
      return 1;
  }
  return 0;
}
