/* Inline definitions and their calls.

   A call is replaced by the tokens of the body with the parameters replaced by
   the tokens of the arguments, in braces, and then parsed as a block: that is
   what the language says.  Names keep the place where they were written. */

#include "base/assert.h"
#include "promela/parse/parser.h"

#include <string.h>

void sett_parse_inline_definition (parser *p) {
  sett_parser_next (p);
  inline_definition *d = SETT_NEW (p->arena, inline_definition);
  d->place = p->now->place;
  d->name = sett_parser_name (p, "the inline");
  if (sett_parser_find_inline (p, d->name))
    sett_parser_fail (p, &d->place, "inline '%s' is declared twice", d->name);
  sett_parser_expect (p, '(', "after the name of the inline");
  while (!sett_parser_at (p, ')')) {
    TREE_PUSH (p->arena, d->parameters, sett_parser_name (p, "a parameter"));
    if (!sett_parser_accept (p, ','))
      break;
  }
  sett_parser_expect (p, ')', "after the parameters");
  const place open = p->now->place;
  sett_parser_expect (p, '{', "before the body of the inline");
  d->begin = p->now;
  for (int depth = 1;; sett_parser_next (p)) {
    depth += sett_parser_at (p, '{') - sett_parser_at (p, '}');
    if (!depth)
      break;
    if (sett_parser_at (p, TOKEN_END))
      sett_parser_fail (p, &open, "the body of inline '%s' is never closed",
                        d->name);
  }
  d->end = p->now;
  sett_parser_next (p);
  TREE_PUSH (p->arena, p->inlines, d);
}

int sett_at_inline_call (parser *p) {
  return sett_parser_at (p, TOKEN_NAME) &&
         sett_parser_peek (p, 1)->kind == '(' &&
         sett_parser_find_inline (p, p->now->text);
}

const char *sett_inline_label (parser *p, const char *name, unsigned instance) {
  sett_text text = {0};
  sett_text_addf (&text, "%s#%u", name, instance);
  const char *copy =
      sett_arena_copy (p->arena, sett_text_get (&text), text.length);
  sett_text_release (&text);
  return copy;
}

typedef struct argument {
  const token *begin, *end;
} argument;

typedef SETT_VECTOR (argument) argument_list;

static void parse_arguments (parser *p, argument_list *arguments) {
  sett_parser_expect (p, '(', "after the name of the inline");
  const place open = p->previous->place;
  argument a = {p->now, NULL};
  for (int depth = 0;; sett_parser_next (p)) {
    const int kind = (int)p->now->kind;
    if (kind == TOKEN_END)
      sett_parser_fail (p, &open, "this parenthesis is never closed");
    if (!depth && (kind == ')' || kind == ',')) {
      a.end = p->now;
      if (kind == ',' || arguments->count || a.end != a.begin)
        TREE_PUSH (p->arena, *arguments, a);
      if (kind == ')')
        break;
      a.begin = p->now + 1;
    }
    depth += kind == '(' || kind == '[' || kind == '{';
    depth -= kind == ')' || kind == ']' || kind == '}';
  }
  sett_parser_next (p);
}

static const argument *find_argument (const inline_definition *d,
                                      const argument_list *arguments,
                                      const token *t) {
  if (t->kind != TOKEN_NAME || (t > d->begin && t[-1].kind == '.'))
    return NULL;
  for (size_t i = 0; i < d->parameters.count; i++)
    if (!strcmp (d->parameters.at[i], t->text))
      return &arguments->at[i];
  return NULL;
}

static size_t expanded_length (const inline_definition *d,
                               const argument_list *arguments) {
  size_t length = 3; /* braces and the end */
  for (const token *t = d->begin; t < d->end; t++) {
    const argument *a = find_argument (d, arguments, t);
    length += a ? (size_t)(a->end - a->begin) : 1;
  }
  return length;
}

/* Errors in all the inlines that one call expands are one error. */
static void limit_expansions (parser *p, size_t length) {
  p->expanded += length;
  if (p->expanded <= LONGEST_EXPANSION)
    return;
  const token *call = p->frames.count ? p->frames.at[0].resume : p->now;
  sett_parser_fail (p, &call[-1].place,
                    "the inlines up to here expand to more than %d words",
                    LONGEST_EXPANSION);
}

static const token *expand (parser *p, const inline_definition *d,
                            const argument_list *arguments) {
  const size_t length = expanded_length (d, arguments);
  limit_expansions (p, length);
  token *out = sett_arena_get (p->arena, length * sizeof *out);
  token *at = out;
  *at++ = (token){'{', d->begin[-1].place, "{", 0, 0};
  for (const token *t = d->begin; t < d->end; t++) {
    const argument *a = find_argument (d, arguments, t);
    if (!a)
      *at++ = *t;
    for (const token *s = a ? a->begin : NULL; a && s < a->end; s++)
      *at++ = *s;
  }
  *at++ = (token){'}', d->end->place, "}", 0, 0};
  *at = (token){TOKEN_END, d->end->place, "", 0, 0};
  SETT_ASSERT ((size_t)(at - out) + 1 == length);
  return out;
}

statement *sett_parse_inline_call (parser *p) {
  const place where = p->now->place;
  inline_definition *d = sett_parser_find_inline (p, p->now->text);
  if (d->open)
    sett_parser_fail (p, &where,
                      "inline '%s' calls itself: inlines cannot be "
                      "recursive",
                      d->name);
  sett_parser_next (p);
  argument_list arguments = {0};
  parse_arguments (p, &arguments);
  if (arguments.count != d->parameters.count)
    sett_parser_fail (p, &where, "inline '%s' takes %zu argument%s, found %zu",
                      d->name, d->parameters.count,
                      d->parameters.count == 1 ? "" : "s", arguments.count);
  const token *begin = expand (p, d, &arguments);
  const token_frame frame = {p->now, d, ++p->instances};
  TREE_PUSH (p->arena, p->frames, frame);
  d->open = 1;
  p->now = begin;
  statement *s = sett_new_statement (p, STATEMENT_BLOCK, &where);
  sequence *body = sett_parse_block (p);
  TREE_PUSH (p->arena, s->parts, body);
  if (!sett_parser_at (p, TOKEN_END))
    sett_parser_fail (p, &p->now->place, "this brace closes nothing");
  d->open = 0;
  p->frames.count--;
  p->now = frame.resume;
  p->previous = p->now - 1;
  return s;
}
