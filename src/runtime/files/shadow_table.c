/* The shadow's table of names and files: see shadow_table.h. */

#include "runtime/files/shadow_table.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/core/pool.h"

#include <string.h>
#include <sys/mman.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

unsigned sett_table_process;
static int is_mapped;

int sett_shadow_is_on (void) {
  return is_mapped && *shadow->orders.folder;
}

/* Before main nobody reads the shared memory: then the end says nothing. */
void sett_shadow_give_up (const char *what, long error) {
  static const char head[] = "sett: the shadow of the files: ";
  if (engine.shared)
    sett_give_up ("%s, in '%s', where Sett keeps what the program changes "
                  "(TMPDIR says where): error %ld",
                  what, shadow->orders.folder, -error);
  sett_raw (SYS_write, 2, head, sizeof head - 1);
  sett_raw (SYS_write, 2, what, strlen (what));
  sett_raw (SYS_write, 2, "\n", 1);
  sett_raw (SYS_exit_group, 4);
  __builtin_unreachable ();
}

void sett_table_open (int shared_file, unsigned worker, unsigned process) {
  sett_table_process = process;
  if (is_mapped)
    return;
  const long at =
      sett_raw (SYS_mmap, shadow, SETT_SHADOW_SIZE, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, shared_file,
                SETT_SHADOW_OFFSET (worker));
  is_mapped = (void *)at == SETT_SHADOW_ADDRESS;
  if (!is_mapped || shadow->node_count)
    return;
  shadow->node_count = shadow->entry_count = 1;
  shadow->key_count = shadow->attribute_count = 1;
  shadow->text_length = 1;
}

/*------------------------------------------------------------------------*/
/* Changes. */

static void note_change (const void *at, uint32_t size, uint64_t before) {
  if (shadow->change_count == SETT_SHADOW_CHANGES)
    sett_shadow_give_up ("too many changes of files", 0);
  shadow->changes[shadow->change_count++] = (sett_change){
      before, (uint32_t)(((uintptr_t)at - (uintptr_t)shadow) / 4), size};
}

void sett_put (uint32_t *at, uint32_t value) {
  SETT_ASSERT ((uintptr_t)at - (uintptr_t)shadow < sizeof *shadow);
  if (*at == value)
    return;
  note_change (at, 4, *at);
  *at = value;
}

void sett_put_long (void *at, uint64_t value) {
  uint64_t before;
  memcpy (&before, at, sizeof before);
  if (before == value)
    return;
  note_change (at, 8, before);
  memcpy (at, &value, sizeof value);
}

void sett_table_snapshot (void) {
  shadow->base_changes = shadow->change_count;
  shadow->base_nodes = shadow->node_count;
  SETT_ASSERT (shadow->node_count && shadow->node_count <= SETT_SHADOW_NODES);
}

void sett_table_restore (void) {
  SETT_ASSERT (shadow->change_count >= shadow->base_changes);
  while (shadow->change_count > shadow->base_changes) {
    const sett_change *c = &shadow->changes[--shadow->change_count];
    memcpy ((uint32_t *)shadow + c->at, &c->before, c->size);
  }
}

int sett_table_changed (void) {
  return shadow->change_count != shadow->base_changes || shadow->dirty_count;
}

/*------------------------------------------------------------------------*/
/* Making things.  What was there before an undoing may be anything. */

static uint32_t take (uint32_t *count, uint32_t most, const char *what) {
  SETT_ASSERT (*count && *count <= most);
  if (*count == most)
    sett_shadow_give_up (what, 0);
  const uint32_t i = *count;
  sett_put (count, i + 1);
  return i;
}

uint32_t sett_table_text (const char *text, size_t length) {
  const uint32_t at = shadow->text_length;
  SETT_ASSERT (at && at <= SETT_SHADOW_TEXT);
  if (length + 1 > SETT_SHADOW_TEXT - at)
    sett_shadow_give_up ("too many names of files", 0);
  memcpy (shadow->text + at, text, length);
  shadow->text[at + length] = 0;
  sett_put (&shadow->text_length, at + (uint32_t)length + 1);
  return at;
}

static void set_time (int64_t to[2], const struct timespec *t) {
  to[0] = t->tv_sec;
  to[1] = t->tv_nsec;
}

uint32_t sett_table_node (const struct stat *s) {
  const uint32_t i =
      take (&shadow->node_count, SETT_SHADOW_NODES, "too many files");
  sett_node *n = sett_node_at (i);
  *n = (sett_node){.device = s->st_dev,
                   .file = s->st_ino,
                   .which = s->st_rdev,
                   .size = (uint64_t)s->st_size,
                   .blocks = (uint64_t)s->st_blocks,
                   .mode = s->st_mode,
                   .user = s->st_uid,
                   .group = s->st_gid,
                   .links = (uint32_t)s->st_nlink,
                   .block_size = (uint32_t)s->st_blksize};
  set_time (n->times[SETT_ACCESSED], &s->st_atim);
  set_time (n->times[SETT_MODIFIED], &s->st_mtim);
  set_time (n->times[SETT_CHANGED], &s->st_ctim);
  if (i >= shadow->base_nodes)
    shadow->is_kept[i] = 0;
  return i;
}

uint32_t sett_table_attribute (uint32_t node, const char *name) {
  SETT_ASSERT (node < shadow->node_count);
  const sett_attribute *known = sett_table_find_attribute (node, name);
  if (known)
    return (uint32_t)(known - shadow->attributes);
  const uint32_t i = take (&shadow->attribute_count, SETT_SHADOW_ATTRIBUTES,
                           "too many attributes of files");
  shadow->attributes[i] =
      (sett_attribute){.name = sett_table_text (name, strlen (name)),
                       .next = sett_node_at (node)->attributes};
  sett_put (&sett_node_at (node)->attributes, i);
  return i;
}

/*------------------------------------------------------------------------*/
/* Finding them. */

static uint32_t *key_bucket (uint64_t device, uint64_t file) {
  const uint64_t both[2] = {device, file};
  return &shadow->key_buckets[XXH3_64bits (both, sizeof both) %
                              SETT_SHADOW_BUCKETS];
}

void sett_table_add_key (uint64_t device, uint64_t file, uint32_t node) {
  SETT_ASSERT (node < shadow->node_count);
  const uint32_t i =
      take (&shadow->key_count, SETT_SHADOW_KEYS, "too many files");
  uint32_t *bucket = key_bucket (device, file);
  shadow->keys[i] = (sett_key){device, file, node, *bucket};
  sett_put (bucket, i);
}

uint32_t sett_table_by_key (uint64_t device, uint64_t file) {
  for (uint32_t i = *key_bucket (device, file); i; i = shadow->keys[i].next)
    if (shadow->keys[i].device == device && shadow->keys[i].file == file)
      return shadow->keys[i].node;
  return 0;
}

static uint32_t *entry_bucket (uint32_t folder, const char *name) {
  return &shadow->entry_buckets[XXH3_64bits_withSeed (name, strlen (name),
                                                      folder) %
                                SETT_SHADOW_BUCKETS];
}

const sett_entry *sett_table_entry (uint32_t folder, const char *name) {
  if (!folder || !sett_node_at (folder)->entries)
    return NULL;
  for (uint32_t i = *entry_bucket (folder, name); i;
       i = shadow->entries[i].next)
    if (shadow->entries[i].folder == folder &&
        !strcmp (sett_text_at (shadow->entries[i].name), name))
      return &shadow->entries[i];
  return NULL;
}

const sett_attribute *sett_table_find_attribute (uint32_t node,
                                                 const char *name) {
  for (uint32_t i = sett_node_at (node)->attributes; i;
       i = shadow->attributes[i].next)
    if (!strcmp (sett_text_at (shadow->attributes[i].name), name))
      return &shadow->attributes[i];
  return NULL;
}

void sett_table_enter (uint32_t folder, const char *name, uint32_t node) {
  SETT_ASSERT (folder < shadow->node_count && node < shadow->node_count);
  const sett_entry *known = sett_table_entry (folder, name);
  if (known) {
    sett_put (&shadow->entries[known - shadow->entries].node, node);
    return;
  }
  const uint32_t i =
      take (&shadow->entry_count, SETT_SHADOW_ENTRIES, "too many names");
  uint32_t *bucket = entry_bucket (folder, name);
  shadow->entries[i] =
      (sett_entry){.folder = folder,
                   .name = sett_table_text (name, strlen (name)),
                   .node = node,
                   .next = *bucket,
                   .sibling = sett_node_at (folder)->entries};
  sett_put (bucket, i);
  sett_put (&sett_node_at (folder)->entries, i);
}
