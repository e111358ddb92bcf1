/* Tables of vmStructs: rows of names and numbers; other words say where in a
   row these are.  See vm_structs.h. */

#include "java/agent/vm_structs.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

static uint64_t word_of (const char *symbol) {
  const uint64_t *at = dlsym (RTLD_DEFAULT, symbol);
  return at ? *at : 0;
}

static const char *text_at (const char *row, uint64_t offset) {
  return *(const char *const *)(row + offset);
}

static uint64_t word_at (const char *row, uint64_t offset) {
  return *(const uint64_t *)(row + offset);
}

/* The row of a field; or null. */
static const char *row_of (const char *type, const char *field, int is_static) {
  const char *row = (const char *)word_of ("gHotSpotVMStructs");
  const uint64_t types = word_of ("gHotSpotVMStructEntryTypeNameOffset"),
                 fields = word_of ("gHotSpotVMStructEntryFieldNameOffset"),
                 statics = word_of ("gHotSpotVMStructEntryIsStaticOffset"),
                 stride = word_of ("gHotSpotVMStructEntryArrayStride");
  if (!row || !stride)
    return NULL;
  for (; text_at (row, types); row += stride)
    if (!strcmp (text_at (row, types), type) &&
        !strcmp (text_at (row, fields), field) &&
        !*(const int32_t *)(row + statics) == !is_static)
      return row;
  return NULL;
}

int64_t sett_machine_offset (const char *type, const char *field) {
  const char *row = row_of (type, field, 0);
  const uint64_t at = word_of ("gHotSpotVMStructEntryOffsetOffset");
  return row ? (int64_t)word_at (row, at) : -1;
}

/* Of a static field; or null. */
static const char *address_of (const char *type, const char *field) {
  const char *row = row_of (type, field, 1);
  const uint64_t at = word_of ("gHotSpotVMStructEntryAddressOffset");
  return row ? (const char *)word_at (row, at) : NULL;
}

/* 0: it does not say. */
static uint64_t size_of (const char *type) {
  const char *row = (const char *)word_of ("gHotSpotVMTypes");
  const uint64_t names = word_of ("gHotSpotVMTypeEntryTypeNameOffset"),
                 sizes = word_of ("gHotSpotVMTypeEntrySizeOffset"),
                 stride = word_of ("gHotSpotVMTypeEntryArrayStride");
  if (!row || !stride)
    return 0;
  for (; text_at (row, names); row += stride)
    if (!strcmp (text_at (row, names), type))
      return word_at (row, sizes);
  return 0;
}

volatile char *sett_machine_option (const char *name) {
  const char *list = address_of ("JVMFlag", "flags"),
             *count = address_of ("JVMFlag", "numFlags");
  const int64_t names = sett_machine_offset ("JVMFlag", "_name"),
                values = sett_machine_offset ("JVMFlag", "_addr");
  const uint64_t size = size_of ("JVMFlag");
  if (!list || !count || names < 0 || values < 0 || !size)
    return NULL;
  const char *row = text_at (list, 0);
  for (uint64_t i = 0; i < word_at (count, 0); i++, row += size) {
    const char *text = text_at (row, (uint64_t)names);
    if (text && !strcmp (text, name))
      return (volatile char *)word_at (row, (uint64_t)values);
  }
  return NULL;
}
