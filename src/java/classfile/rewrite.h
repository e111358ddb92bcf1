/* Rewriting class files, so that their code says what it is about to do.

   Calls of hooks (hook.def) are put in front of instructions, in a few cases
   behind them; nothing else changes.  A synchronized method becomes one that
   enters the monitor itself, with a handler that leaves it; where flags must
   stay as they are, it says that it has it.  All attributes are kept, and what
   they say about places in the code is moved along: lines, local variables,
   type annotations, exception handlers, and the frames of the verifier
   (StackMapTable), which stay valid since what is put in front leaves the stack
   as it was and knows no jumps.

   Two things cannot be: a method that would become longer than 64 KiB, or have
   a jump of more than 32 KiB, stays as it is and is counted.

   Lambdas can be made by classes of their own instead of invokedynamic
   (lambdas.c).

   Bodies of some methods of the JDK are replaced, or begin with a call, as a
   list says (sett_diversion). */

#ifndef SETT_JAVA_CLASSFILE_REWRITE_H
#define SETT_JAVA_CLASSFILE_REWRITE_H

#include <stddef.h>
#include <stdint.h>

typedef enum sett_hook {
#define HOOK(NAME, METHOD, TYPE) SETT_HOOK_##NAME,
#include "java/classfile/hook.def"
#undef HOOK
  SETT_HOOKS
} sett_hook;

extern const char *const sett_hook_methods[SETT_HOOKS];
extern const char *const sett_hook_types[SETT_HOOKS];

/* What is rewritten, in bits. */
enum {
  SETT_WATCH_MONITORS = 1,      /* monitorenter, monitorexit */
  SETT_WATCH_SYNCHRONIZED = 2,  /* methods; changes their flags */
  SETT_WATCH_FIELDS = 4,        /* all fields but final ones of this class */
  SETT_WATCH_VOLATILE = 8,      /* fields of this class only if volatile */
  SETT_WATCH_ARRAYS = 16,       /* elements */
  SETT_WATCH_INITIALISERS = 32, /* of classes */
  SETT_WATCH_BIRTHS = 64,       /* new objects */
  SETT_WATCH_ATOMICS = 128,     /* calls of Unsafe and VarHandle */
  SETT_MUTE_INITIALISERS = 256, /* of classes: nothing in them counts */
  SETT_WATCH_PARTS = 512,       /* what an object makes, or keeps as an array */
  SETT_WATCH_LOOPS = 1024,      /* in which threads may wait busily */
  SETT_WATCH_INSIDE = 2048, /* methods that are synchronized, and stay so: when
                               they have the monitor */
};

/* An instrumented place.  The strings are valid during the call only. */
typedef struct sett_site {
  const char *class_name, *method, *method_type;
  const char *owner, *member, *type; /* of a field or call, or "" */
  int flags;                         /* of the field, or -1: not known */
  int line;
  sett_hook hook;
  unsigned opcode;
} sett_site;

typedef enum sett_diversion_kind {
  SETT_DIVERT_BODY,   /* the call is all */
  SETT_DIVERT_FREE,   /* ...and it is not synchronized any more */
  SETT_DIVERT_BEGIN,  /* the call comes first */
  SETT_DIVERT_MUTE,   /* between MUTE and END nothing counts */
  SETT_DIVERT_AROUND, /* the call comes first and mutes; END is the end of it */
  SETT_DIVERT_WHOLE,  /* WHOLE comes first, WHOLE_END is the end of it */
  SETT_DIVERT_NOTE,   /* a call of NOTE comes first */
  SETT_DIVERT_CONTENTS, /* a call of CONTENTS with the object comes first */
} sett_diversion_kind;

/* A method of a class: the call is of a static method of the class of hooks,
   with the same arguments, `this` being the first one. */
typedef struct sett_diversion {
  const char *class_name, *method, *type; /* type null: any; method null: any
                                             that is synchronized; "*": any of
                                             an object that is public */
  sett_diversion_kind kind;
  const char *to, *to_type;
} sett_diversion;

/* What a class is to another one. */
typedef enum sett_reference {
  SETT_IS_ABOVE,  /* its superclass */
  SETT_IS_USED,   /* by some of its code */
  SETT_IS_NEEDED, /* by its initialiser, which may have to initialise it */
  SETT_IS_CALLED, /* ...and calls it */
} sett_reference;

typedef struct sett_rewriting {
  const char *helper; /* class of the hooks */
  unsigned watch;
  const sett_diversion *diversions; /* ended by one without a class; or null */
  /* Gives the place a number, which the code passes to the hook. */
  int (*site) (void *context, const sett_site *);
  void *context;
  /* Is told which other classes this one uses; or null. */
  void (*refers) (void *context, const char *class_name, const char *other,
                  sett_reference);
  /* Gets the class of each lambda, which the rewritten one needs then; null:
     lambdas stay as they are. */
  void (*lambda) (void *context, const char *name, const uint8_t *,
                  size_t count);

  /* What was done: */
  unsigned hooks, methods;
  int finalizes; /* it has a method finalize that does something */
  int hands_on;  /* it uses fields, or what is watched where it is called, as
                    method handles */
  unsigned too_long; /* methods that stayed as they were */
  char too_long_name[256];
} sett_rewriting;

typedef enum sett_rewritten {
  SETT_REWRITTEN,
  SETT_UNCHANGED, /* there was nothing to do */
  SETT_DAMAGED,   /* not a class file, or none that is understood */
} sett_rewritten;

/* `out` gets the new file, which is freed with free. */
sett_rewritten sett_class_rewrite (sett_rewriting *, const uint8_t *in,
                                   size_t count, uint8_t **out,
                                   size_t *out_count);

/* A class with native methods and nothing else, public, without a constructor:
   names and types in pairs, ended by null.  `super` may be null, which means
   java.lang.Object; if `parent_calls`, there is a constructor without arguments
   that calls that of the superclass. */
typedef struct sett_native_class {
  const char *name, *super, *interface;
  const char *const *methods;
  int are_static;
  int are_hidden; /* from stack traces; for those that the JDK trusts */
  const char
      *constructor; /* type of one that hands its arguments on; or null */
} sett_native_class;

uint8_t *sett_class_synthesize (const sett_native_class *, size_t *count);

#endif
