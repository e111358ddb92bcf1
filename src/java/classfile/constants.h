/* The constant pool of a class file: what was there keeps its numbers, what is
   added comes behind it. */

#ifndef SETT_JAVA_CLASSFILE_CONSTANTS_H
#define SETT_JAVA_CLASSFILE_CONSTANTS_H

#include "java/classfile/bytes.h"

enum {
  SETT_CONSTANT_UTF8 = 1,
  SETT_CONSTANT_INTEGER = 3,
  SETT_CONSTANT_CLASS = 7,
  SETT_CONSTANT_FIELD = 9,
  SETT_CONSTANT_METHOD = 10,
  SETT_CONSTANT_INTERFACE_METHOD = 11,
  SETT_CONSTANT_NAME_AND_TYPE = 12,
  SETT_CONSTANT_METHOD_HANDLE = 15,
};

typedef struct sett_constants {
  sett_input *in;
  unsigned count;    /* now, as the file counts: with 0, which is none */
  unsigned original; /* as it was */
  size_t *offsets;   /* of those that were there */
  uint8_t *tags;
  sett_bytes added;
  size_t end; /* of the pool in the file */
} sett_constants;

/* A member of a class: numbers of texts. */
typedef struct sett_member_name {
  unsigned owner, name, type;
} sett_member_name;

void sett_constants_read (sett_constants *, sett_input *);
void sett_constants_release (sett_constants *);

/* The text with this number, which has no end mark. */
const uint8_t *sett_text_at (sett_constants *, unsigned number, size_t *length);
int sett_text_is (sett_constants *, unsigned number, const char *);
int sett_text_begins (sett_constants *, unsigned number, const char *);
int sett_texts_equal (sett_constants *, unsigned, unsigned);
/* A copy that is cut to the room there is. */
void sett_text_copy (sett_constants *, unsigned number, char *, size_t room);

/* The number of a class's name; owner, name and type of a field or method. */
unsigned sett_class_name_at (sett_constants *, unsigned number);
sett_member_name sett_member_at (sett_constants *, unsigned number);

/* What a method handle is: its kind (below 5: of a field), and the member. */
unsigned sett_handle_at (sett_constants *, unsigned number, sett_member_name *);

/* What is added; their numbers. */
unsigned sett_add_text (sett_constants *, const char *);
unsigned sett_add_class (sett_constants *, const char *name);
unsigned sett_add_integer (sett_constants *, uint32_t);
unsigned sett_add_method (sett_constants *, unsigned owner, const char *name,
                          const char *type);
unsigned sett_add_field (sett_constants *, unsigned owner, const char *name,
                         const char *type);

#endif
