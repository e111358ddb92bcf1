/* Places in rewritten code, by number: for good, since a class is rewritten
   once (classes.c). */

#ifndef SETT_JAVA_AGENT_SITES_H
#define SETT_JAVA_AGENT_SITES_H

#include "java/agent/jvm_world.h"
#include "java/classfile/rewrite.h"

typedef enum sett_field_kind {
  SETT_FIELD_UNKNOWN, /* nobody has asked */
  SETT_FIELD_IGNORED, /* final, or a plain one of the JDK */
  SETT_FIELD_PLAIN,
  SETT_FIELD_VOLATILE,
} sett_field_kind;

typedef struct sett_place {
  uint32_t class_name, method, owner, member, type; /* names (things.h) */
  int line, flags;
  uint8_t hook, opcode;
  uint8_t is_foreign;  /* in the JDK's code */
  uint8_t is_alone;    /* an operation by itself there (whole_methods.def) */
  uint8_t is_together; /* never one (likewise) */
  uint8_t kind;        /* sett_field_kind */
  uint32_t declared;   /* name of the class that declares the field */
  int64_t offset;      /* of the field */
  uint32_t frame;      /* in shared memory, plus 1; 0: none yet */
} sett_place;

/* As sett_rewriting.site wants it. */
int sett_place_add (void *context, const sett_site *);
sett_place *sett_place_at (int number);

int sett_place_is_together (int number);

/* What field is meant, of a place that the present thread is at.  False: an
   exception is pending. */
int sett_place_resolve (JNIEnv *, sett_place *);

/* The class that declares its static field, as the present thread sees it;
   null: none is found. */
jclass sett_place_declaring (JNIEnv *, const sett_place *);

/* Initialises the class of a static field that is about to be used, if need be.
   False: an exception is pending. */
int sett_class_initialise (JNIEnv *, const sett_jthread *, const sett_place *);

/* What an address means in a counterexample or a note: where that place is. */
uintptr_t sett_place_address (int number);

#endif
