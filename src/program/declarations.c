/* Reading a file of declarations: see declarations.h. */

#include "program/declarations.h"

#include "base/assert.h"
#include "base/text.h"
#include "shared/declaration.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

typedef struct reader {
  sett_declarations *words;
  const char *file, *executable, *name;
  unsigned line;
  Elf *elf;
  sett_text *error;
} reader;

/* Gives 0 after adding the sentence. */
__attribute__ ((format (printf, 2, 3))) static int
refuse (reader *r, const char *format, ...) {
  va_list list;
  sett_text_addf (r->error, "%s:%u: ", r->file, r->line);
  va_start (list, format);
  sett_text_addv (r->error, format, list);
  va_end (list);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Symbols. */

typedef struct search {
  const char *name;
  size_t length;
  int type;
  GElf_Sym found;
  unsigned count;
} search;

/* Compilers add a number to the names of static variables in functions. */
static int is_named (const char *symbol, const search *s) {
  if (!symbol || strncmp (symbol, s->name, s->length))
    return 0;
  const char *rest = symbol + s->length;
  if (!*rest)
    return 1;
  if (*rest++ != '.' || !*rest)
    return 0;
  return rest[strspn (rest, "0123456789")] == 0;
}

static void look_at (search *s, const GElf_Sym *symbol, const char *name) {
  if (GELF_ST_TYPE (symbol->st_info) != s->type || !symbol->st_shndx ||
      !is_named (name, s) ||
      (s->count && s->found.st_value == symbol->st_value))
    return;
  s->found = *symbol;
  s->count++;
}

static void look_into (Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                       search *s) {
  Elf_Data *data = elf_getdata (section, NULL);
  const size_t count = header->sh_size / header->sh_entsize;
  for (size_t i = 0; data && i < count; i++) {
    GElf_Sym symbol;
    if (gelf_getsym (data, (int)i, &symbol))
      look_at (s, &symbol, elf_strptr (elf, header->sh_link, symbol.st_name));
  }
}

static void look_up (Elf *elf, search *s) {
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (elf, section))) {
    GElf_Shdr header;
    if (gelf_getshdr (section, &header) && header.sh_type == SHT_SYMTAB &&
        header.sh_entsize)
      look_into (elf, section, &header, s);
  }
}

static int find (reader *r, const char *name, size_t length, int type,
                 GElf_Sym *symbol) {
  const char *what = type == STT_FUNC ? "function" : "variable";
  search s = {.name = name, .length = length, .type = type};
  look_up (r->elf, &s);
  *symbol = s.found;
  if (s.count == 1)
    return 1;
  if (s.count)
    return refuse (r,
                   "there are %u %ss called '%.*s', and nothing tells them "
                   "apart",
                   s.count, what, (int)length, name);
  s.type = STT_TLS;
  look_up (r->elf, &s);
  if (type == STT_OBJECT && s.count)
    return refuse (r, "'%.*s' is thread-local: each thread has its own",
                   (int)length, name);
  return refuse (r, "'%s' has no %s called '%.*s'", r->name, what, (int)length,
                 name);
}

/*------------------------------------------------------------------------*/
/* Lines. */

/* The next word, or a comma; its length is 0 at the end of the line. */
static const char *next_word (const char **at, size_t *length) {
  *at += strspn (*at, " \t\r");
  const char *word = *at;
  if (*word == '#')
    *length = 0;
  else if (*word == ',')
    *length = 1;
  else
    *length = strcspn (word, " \t\r,#");
  *at += *length;
  return word;
}

static int is_word (const char *word, size_t length, const char *wanted) {
  return strlen (wanted) == length && !memcmp (word, wanted, length);
}

static void add (reader *r, uint64_t kind, uint64_t function, uint64_t address,
                 uint64_t size) {
  SETT_PUSH (*r->words, kind);
  SETT_PUSH (*r->words, function);
  SETT_PUSH (*r->words, address);
  SETT_PUSH (*r->words, size);
  SETT_ASSERT (r->words->count % 4 == 0); /* shared/declaration.h */
}

/* Variables, with commas between them. */
static int read_variables (reader *r, const char *at, uint64_t kind,
                           uint64_t function) {
  size_t length;
  do {
    GElf_Sym symbol;
    const char *name = next_word (&at, &length);
    if (!length || *name == ',')
      return refuse (r, "the name of a variable is missing");
    if (!find (r, name, length, STT_OBJECT, &symbol))
      return 0;
    add (r, kind, function, symbol.st_value, symbol.st_size);
    name = next_word (&at, &length);
    if (length && *name != ',')
      return refuse (r, "a comma is missing before '%.*s'", (int)length, name);
  } while (length);
  return 1;
}

static int read_thread (reader *r, const char *at) {
  size_t length, verb_length;
  GElf_Sym symbol;
  const char *name = next_word (&at, &length);
  if (!length)
    return refuse (r, "the name of a function is missing");
  const char *verb = next_word (&at, &verb_length);
  const int observes = is_word (verb, verb_length, "observes");
  if (!observes && !is_word (verb, verb_length, "uses"))
    return refuse (r, "'uses' or 'observes' is missing after '%.*s'",
                   (int)length, name);
  if (!find (r, name, length, STT_FUNC, &symbol))
    return 0;
  const char *rest = at;
  const char *word = next_word (&rest, &length);
  if (!observes && is_word (word, length, "nothing")) {
    add (r, SETT_DECLARED_NOTHING, symbol.st_value, 0, 0);
    word = next_word (&rest, &length);
    return !length || refuse (r, "nothing can follow 'nothing'");
  }
  return read_variables (r, at,
                         observes ? SETT_DECLARED_OBSERVES : SETT_DECLARED_USES,
                         symbol.st_value);
}

static int read_line (reader *r, const char *at) {
  size_t length;
  const char *word = next_word (&at, &length);
  uint64_t kind = SETT_DECLARED_UNSHARED;
  if (!length)
    return 1;
  if (is_word (word, length, "thread"))
    return read_thread (r, at);
  if (is_word (word, length, "tentatively")) {
    kind = SETT_DECLARED_TENTATIVELY;
    word = next_word (&at, &length);
  }
  if (is_word (word, length, "unshared"))
    return read_variables (r, at, kind, 0);
  return refuse (r, "'unshared', 'tentatively unshared' or 'thread' is "
                    "expected at the beginning");
}

static int read_lines (reader *r, sett_text *text) {
  char *rest = (char *)sett_text_get (text), *line;
  while ((line = strsep (&rest, "\n"))) {
    r->line++;
    if (!read_line (r, line))
      return 0;
  }
  return 1;
}

static int with_symbols (reader *r, sett_text *text) {
  const int file = open (r->executable, O_RDONLY | O_CLOEXEC);
  elf_version (EV_CURRENT);
  r->elf = file < 0 ? NULL : elf_begin (file, ELF_C_READ, NULL);
  const int fine = r->elf ? read_lines (r, text)
                          : refuse (r, "cannot read '%s'", r->executable);
  elf_end (r->elf);
  if (file >= 0)
    close (file);
  return fine;
}

int sett_declarations_read (sett_declarations *words, const char *file,
                            const char *executable, const char *name,
                            sett_text *error) {
  sett_text text = {0};
  reader r = {words, file, executable, name, 0, NULL, error};
  int fine = sett_text_read_file (&text, file);
  if (!fine)
    sett_text_addf (error, "cannot read '%s': %s", file, strerror (errno));
  fine = fine && with_symbols (&r, &text);
  sett_text_release (&text);
  return fine;
}
