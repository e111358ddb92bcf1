/* Calls of hooks, with the numbers of places: see class.h.  What always holds:
   a class has one constant for each hook that its code calls. */

#include "base/assert.h"
#include "java/classfile/class.h"
#include "java/classfile/instructions.h"

const char *const sett_hook_methods[SETT_HOOKS] = {
#define HOOK(NAME, METHOD, TYPE) METHOD,
#include "java/classfile/hook.def"
#undef HOOK
};

const char *const sett_hook_types[SETT_HOOKS] = {
#define HOOK(NAME, METHOD, TYPE) TYPE,
#include "java/classfile/hook.def"
#undef HOOK
};

static sett_bytes *extra (sett_class *c) {
  return &c->method.extra;
}

unsigned sett_hooks_helper (sett_class *c) {
  if (!c->helper)
    c->helper = sett_add_class (&c->constants, c->rewriting->helper);
  return c->helper;
}

static unsigned hook_of (sett_class *c, sett_hook hook) {
  SETT_ASSERT (hook < SETT_HOOKS && c->rewriting->helper);
  if (!c->hooks[hook])
    c->hooks[hook] =
        sett_add_method (&c->constants, sett_hooks_helper (c),
                         sett_hook_methods[hook], sett_hook_types[hook]);
  return c->hooks[hook];
}

/*------------------------------------------------------------------------*/
/* Calls. */

static int line_of (sett_class *c, uint32_t pc) {
  const sett_method *m = &c->method;
  uint32_t best = 0;
  int line = 0;
  for (unsigned i = 0; i < m->line_count; i++) {
    const uint32_t start = sett_get2 (&c->in, m->lines + 4 * i);
    if (start > pc || (line && start < best))
      continue;
    best = start;
    line = (int)sett_get2 (&c->in, m->lines + 4 * i + 2);
  }
  return line;
}

static void push_number (sett_class *c, int number) {
  if (number <= INT16_MAX) {
    sett_put1 (extra (c), SETT_SIPUSH);
    sett_put2 (extra (c), (unsigned)number);
    return;
  }
  sett_put1 (extra (c), SETT_LDC_W);
  sett_put2 (extra (c), sett_add_integer (&c->constants, (uint32_t)number));
}

static int number_of (sett_class *c, sett_hook hook, uint32_t pc,
                      const sett_member_name *member, int flags) {
  char names[6][256] = {"", "", "", "", "", ""};
  const sett_rewriting *r = c->rewriting;
  sett_text_copy (&c->constants, c->self_name, names[0], sizeof *names);
  sett_text_copy (&c->constants, c->method.name, names[1], sizeof *names);
  sett_text_copy (&c->constants, c->method.type, names[2], sizeof *names);
  if (member) {
    sett_text_copy (&c->constants, member->owner, names[3], sizeof *names);
    sett_text_copy (&c->constants, member->name, names[4], sizeof *names);
    sett_text_copy (&c->constants, member->type, names[5], sizeof *names);
  }
  const sett_site site = {
      .class_name = names[0],
      .method = names[1],
      .method_type = names[2],
      .owner = names[3],
      .member = names[4],
      .type = names[5],
      .flags = flags,
      .line = line_of (c, pc),
      .hook = hook,
      .opcode =
          pc < c->method.size ? sett_get1 (&c->in, c->method.code + pc) : 0};
  return r->site ? r->site (r->context, &site) : 0;
}

int sett_hooks_site (sett_class *c, sett_hook hook, uint32_t pc) {
  return number_of (c, hook, pc, NULL, -1);
}

void sett_hooks_invoke (sett_class *c, sett_hook hook) {
  sett_put1 (extra (c), SETT_INVOKESTATIC);
  sett_put2 (extra (c), hook_of (c, hook));
  c->method.hooks++;
}

void sett_hooks_call_at (sett_class *c, sett_hook hook, int site) {
  push_number (c, site);
  sett_hooks_invoke (c, hook);
}

void sett_hooks_call (sett_class *c, sett_hook hook, uint32_t pc,
                      const sett_member_name *member, int flags) {
  sett_hooks_call_at (c, hook, number_of (c, hook, pc, member, flags));
}
