/* Blocks by their statements: see blocks.h.

   What is understood: what stands left of an assignment (names, members,
   elements), and behind `sizeof` and `new`.  Whatever is more involved is
   unknown, and so is a block whose size is no multiple of the type's. */

#include "program/blocks.h"

#include "program/types.h"
#include "program/variables.h"

#include <ctype.h>
#include <dwarf.h>
#include <string.h>

enum { MOST_NAME = 64 };

typedef struct reader {
  Dwarf_Die *unit;
  Dwarf_Addr pc;
} reader;

/*------------------------------------------------------------------------*/
/* Text. */

static int is_word (char c) {
  return isalnum ((unsigned char)c) || c == '_';
}

static const char *skip_blanks (const char *at) {
  return at + strspn (at, " \t");
}

/* Behind the word; null if there is none, or a long one. */
static const char *read_word (const char *at, char word[MOST_NAME]) {
  size_t length = 0;
  while (is_word (at[length]))
    length++;
  if (!length || length >= MOST_NAME || isdigit ((unsigned char)*at))
    return NULL;
  memcpy (word, at, length);
  word[length] = 0;
  return at + length;
}

static const char *find_word (const char *line, const char *word) {
  const size_t length = strlen (word);
  for (const char *at = line; (at = strstr (at, word)); at += length)
    if ((at == line || !is_word (at[-1])) && !is_word (at[length]))
      return at + length;
  return NULL;
}

/* The first assignment; null: there is none. */
static const char *find_assignment (const char *line) {
  for (const char *at = line; (at = strchr (at, '=')); at++)
    if (at[1] != '=' && at > line && !strchr ("=!<>+-*/%&|^", at[-1]))
      return at;
    else if (at[1] == '=')
      at++;
  return NULL;
}

/* Where the expression begins that ends here: names, members, elements. */
static const char *begin_of_expression (const char *line, const char *end) {
  const char *at = end;
  while (at > line) {
    if (at[-1] == ']') {
      while (at > line && at[-1] != '[')
        at--;
      at -= at > line;
    } else if (is_word (at[-1]) || at[-1] == '.')
      at--;
    else if (at > line + 1 && at[-1] == '>' && at[-2] == '-')
      at -= 2;
    else
      break;
  }
  return at;
}

/*------------------------------------------------------------------------*/
/* Types. */

/* What a pointer points to, or of what an array consists. */
static int points_to (Dwarf_Die *type) {
  Dwarf_Die to;
  if (!sett_type_strip (type) ||
      (dwarf_tag (type) != DW_TAG_pointer_type &&
       dwarf_tag (type) != DW_TAG_array_type) ||
      !sett_type_of (type, &to))
    return 0;
  *type = to;
  return 1;
}

static int enter_member (Dwarf_Die *type, const char *name) {
  Dwarf_Die member;
  return sett_type_strip (type) && sett_type_member (type, name, &member) &&
         sett_type_of (&member, type);
}

/* A variable, or in C++ a member of `this`. */
static int type_of_name (const reader *r, const char *name, Dwarf_Die *type) {
  Dwarf_Die variable;
  if (sett_variables_find (r->unit, r->pc, name, &variable))
    return sett_type_of (&variable, type);
  return sett_variables_find (r->unit, r->pc, "this", &variable) &&
         sett_type_of (&variable, type) && points_to (type) &&
         enter_member (type, name);
}

/* "a->b[i].c" up to its end; false if it is something else. */
static int type_of_expression (const reader *r, const char *at, const char *end,
                               Dwarf_Die *type) {
  char word[MOST_NAME];
  at = read_word (at, word);
  if (!at || !type_of_name (r, word, type))
    return 0;
  while (at < end) {
    if (*at == '[') {
      at = memchr (at, ']', (size_t)(end - at));
      if (!at || !points_to (type))
        return 0;
      at++;
      continue;
    }
    const int arrow = at[0] == '-' && at[1] == '>';
    if ((!arrow && *at != '.') || (arrow && !points_to (type)))
      return 0;
    at = read_word (at + 1 + arrow, word);
    if (!at || !enter_member (type, word))
      return 0;
  }
  return at == end;
}

static int is_type (int tag) {
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
         tag == DW_TAG_union_type || tag == DW_TAG_typedef ||
         tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type;
}

static int find_type (Dwarf_Die *parent, const char *name, Dwarf_Die *type) {
  Dwarf_Die die;
  if (dwarf_child (parent, &die))
    return 0;
  do {
    const int tag = dwarf_tag (&die);
    const char *own = dwarf_diename (&die);
    if (is_type (tag) && own && !strcmp (own, name) && sett_type_size (&die)) {
      *type = die;
      return 1;
    }
    if (tag == DW_TAG_namespace && find_type (&die, name, type))
      return 1;
  } while (!dwarf_siblingof (&die, &die));
  return 0;
}

/* "struct pool", "Pool", "bank::Account". */
static int type_named (const reader *r, const char *at, Dwarf_Die *type) {
  char word[MOST_NAME];
  at = read_word (at, word);
  while (at && (!strcmp (word, "struct") || !strcmp (word, "union") ||
                !strcmp (word, "class") || !strcmp (word, "const")))
    at = read_word (skip_blanks (at), word);
  while (at && at[0] == ':' && at[1] == ':')
    at = read_word (at + 2, word);
  return at && find_type (r->unit, word, type);
}

/*------------------------------------------------------------------------*/
/* Statements. */

/* "sizeof *pool", "sizeof (*pool)", "sizeof (struct pool)", "sizeof pool[0]".
 */
static int read_sizeof (const reader *r, const char *line, Dwarf_Die *type) {
  const char *at = find_word (line, "sizeof");
  if (!at)
    return 0;
  at = skip_blanks (at);
  at = skip_blanks (at + (*at == '('));
  const int points = *at == '*';
  at = skip_blanks (at + points);
  if (!points && type_named (r, at, type))
    return 1;
  const char *end = at;
  while (is_word (*end) || *end == '.' || *end == '[' || *end == ']' ||
         (end[0] == '-' && end[1] == '>'))
    end += end[0] == '-' ? 2 : 1;
  return type_of_expression (r, at, end, type) && (!points || points_to (type));
}

static int read_new (const reader *r, const char *line, Dwarf_Die *type) {
  const char *at = find_word (line, "new");
  return at && type_named (r, skip_blanks (at), type);
}

/* What is assigned to: "struct pool *pool = ..." */
static int read_target (const reader *r, const char *line, sett_text *name,
                        Dwarf_Die *type) {
  const char *end = find_assignment (line);
  if (!end)
    return 0;
  while (end > line && (end[-1] == ' ' || end[-1] == '\t'))
    end--;
  const char *begin = begin_of_expression (line, end);
  if (begin == end || !type_of_expression (r, begin, end, type) ||
      !points_to (type))
    return 0;
  sett_text_add_bytes (name, begin, (size_t)(end - begin));
  return 1;
}

void sett_block_type_read (sett_block_type *b, Dwarf_Die *unit, Dwarf_Addr pc,
                           const char *line) {
  const reader r = {unit, pc};
  Dwarf_Die target;
  const int assigned = read_target (&r, line, &b->name, &target);
  if (read_sizeof (&r, line, &b->type) || read_new (&r, line, &b->type))
    b->size = sett_type_size (&b->type);
  if (assigned && !b->size) {
    b->type = target;
    b->size = sett_type_size (&target);
  }
}

void sett_block_type_release (sett_block_type *b) {
  sett_text_release (&b->name);
}

int sett_block_type_fits (const sett_block_type *b, size_t block) {
  return b->size && block >= b->size && block % b->size == 0;
}

/*------------------------------------------------------------------------*/
/* Names. */

static const char *kind_of (Dwarf_Die *type) {
  switch (dwarf_tag (type)) {
  case DW_TAG_structure_type:
    return "struct ";
  case DW_TAG_union_type:
    return "union ";
  case DW_TAG_enumeration_type:
    return "enum ";
  default:
    return "";
  }
}

/* "lock of a struct pool", "a struct pool", "lock of struct pool [3]" */
static void add_by_type (const sett_block_type *b, int many, size_t index,
                         const char *part, size_t number, sett_text *text) {
  Dwarf_Die type = b->type;
  const char *name = dwarf_diename (&type);
  part += *part == '.';
  if (*part)
    sett_text_addf (text, "%s of ", part);
  sett_text_addf (text, "%s%s%s", many ? "" : "a ", kind_of (&type),
                  name ? name : "structure");
  if (number > 1)
    sett_text_addf (text, "#%zu", number);
  if (many)
    sett_text_addf (text, " [%zu]", index);
}

/* "pool->lock", "*pool", "accounts[3].lock" */
static void add_by_name (const sett_block_type *b, int many, size_t index,
                         const char *part, size_t number, sett_text *text) {
  const int member = !many && *part == '.';
  if (!many && !member)
    sett_text_add (text, "*");
  sett_text_add (text, sett_text_get (&b->name));
  if (number > 1)
    sett_text_addf (text, "#%zu", number);
  if (many)
    sett_text_addf (text, "[%zu]%s", index, part);
  else if (member)
    sett_text_addf (text, "->%s", part + 1);
  else
    sett_text_add (text, part);
}

void sett_block_type_add_part (const sett_block_type *b, size_t block,
                               size_t offset, size_t size, size_t number,
                               sett_text *text, Dwarf_Die *leaf) {
  const int many = block > b->size;
  Dwarf_Die type = b->type;
  sett_text part = {0};
  sett_type_add_part (&type, offset % b->size, size, &part, leaf);
  (b->name.length ? add_by_name : add_by_type) (
      b, many, offset / b->size, sett_text_get (&part), number, text);
  sett_text_release (&part);
}
