/* A class while it is rewritten: what the files of this folder share. */

#ifndef SETT_JAVA_CLASSFILE_CLASS_H
#define SETT_JAVA_CLASSFILE_CLASS_H

#include "java/classfile/constants.h"
#include "java/classfile/rewrite.h"

enum {
  SETT_ACC_PUBLIC = 0x1,
  SETT_ACC_STATIC = 0x8,
  SETT_ACC_FINAL = 0x10,
  SETT_ACC_SYNCHRONIZED = 0x20,
  SETT_ACC_VOLATILE = 0x40,
  SETT_ACC_NATIVE = 0x100,
  SETT_ACC_ABSTRACT = 0x400,
};

typedef struct sett_field_flags {
  unsigned name, type, flags;
} sett_field_flags;

/* An instruction and what is put around it: positions in `extra`. */
typedef struct sett_around {
  uint32_t before, before_end, after, after_end;
} sett_around;

#define SETT_NOWHERE UINT32_MAX

/* A method while it is rewritten. */
typedef struct sett_method {
  unsigned flags, name, type;
  size_t code; /* in the file... */
  uint32_t size;
  unsigned most_stack, locals; /* ...as it was */
  size_t handlers, frames;     /* tables in the file; no frames: 0 */
  unsigned handler_count;
  size_t lines; /* LineNumberTable, or 0 */
  unsigned line_count;
  /* For each place in the code: where what is in front of the instruction goes,
     and where the instruction itself; SETT_NOWHERE inside of instructions. */
  uint32_t *moved, *itself;
  sett_around *around;
  sett_bytes extra;         /* what is put around instructions */
  struct sett_loops *loops; /* in which threads may wait busily; or null */
  unsigned spare_locals;
  unsigned hooks;
  int leaves_monitor; /* at each return: what the handler does, too */
  int leaves_inside;  /* ...the virtual machine leaves the monitor */
  unsigned ends;      /* ...the hook that is called then, or 0 */
} sett_method;

typedef struct sett_class {
  sett_input in;
  sett_constants constants;
  sett_rewriting *rewriting;
  unsigned version, self, self_name;
  sett_field_flags *fields;
  unsigned field_count;
  unsigned helper, throwable; /* constants that were added, or 0 */
  unsigned hooks[SETT_HOOKS];
  sett_method method;
  sett_bytes body; /* behind the constants */
  /* Lambdas (lambdas.c). */
  size_t bootstraps; /* what is in the attribute BootstrapMethods; or 0 */
  unsigned *lambdas; /* by constants of invokedynamic: what is called instead */
  void *lambda;      /* the present one; or null */
  unsigned lambda_count, code_name;
  sett_bytes accessors; /* methods that are added */
} sett_class;

/* lambdas.c: the method that makes the lambda of this constant; 0: it stays as
   it is. */
unsigned sett_lambda_replace (sett_class *, unsigned number);

/* hooks.c: what goes around the instructions of the method; its first call, and
   what a handler does. */
void sett_hooks_open (sett_class *);
void sett_hooks_plan (sett_class *);
void sett_hooks_leave (sett_class *, uint32_t pc);
void sett_hooks_divert (sett_class *, const sett_diversion *);

/* hooks.c: tells about another class, by the number of its name. */
void sett_refer (sett_class *, unsigned name, sett_reference);

/* atomic_calls.c: calls that need their arguments looked at. */
void sett_hooks_atomic (sett_class *, uint32_t pc, sett_around *);
void sett_hooks_bulk (sett_class *, uint32_t pc, sett_around *);
/* Is there something among the constants that none of these sees? */
int sett_hands_on (sett_class *);

/* hook_calls.c: one call of a hook, with the number of the place. */
void sett_hooks_call (sett_class *, sett_hook, uint32_t pc,
                      const sett_member_name *, int flags);

/* Parts of it: the constant of the class of hooks; a number for a place; the
 * call with it, or without. */
unsigned sett_hooks_helper (sett_class *);
int sett_hooks_site (sett_class *, sett_hook, uint32_t pc);
void sett_hooks_call_at (sett_class *, sett_hook, int site);
void sett_hooks_invoke (sett_class *, sett_hook);

/* loops.c: which there are; what is put around the instruction of the place,
   before anything else.  Does the method do what cannot be seen? */
void sett_loops_find (sett_class *);
void sett_loops_before (sett_class *, uint32_t pc);
void sett_loops_after (sett_class *, uint32_t pc);
int sett_loops_method_is_strange (sett_class *);

/* stack_map.c, attributes.c: what has moved.  `handler` is the place of the
   handler that was added, or 0. */
void sett_frames_move (sett_class *, size_t table, uint32_t handler);
void sett_attribute_move (sett_class *, unsigned name, size_t at,
                          uint32_t length);

/* Where the instruction at this place has gone, with what is in front. */
static inline uint32_t sett_moved (sett_class *c, int64_t pc) {
  if (pc < 0 || pc > c->method.size || c->method.moved[pc] == SETT_NOWHERE)
    sett_damaged (&c->in);
  return c->method.moved[pc];
}

#endif
