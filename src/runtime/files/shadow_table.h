/* The shadow's table: what names and files are in the present execution, where
   that differs from the machine.

   Originals are never written.  What the program does to names, modes, owners,
   times and attributes of files is done here, in memory that all processes of
   an execution share; contents that it changes are in files of Sett's own
   (shadow_copies.h).  The rest is as the machine has it.

   A node stands for a file of any type that was made or changed, or that is a
   folder in which a name was.  A node with an origin is the machine's file of
   that name.  An entry says what a name in a folder means: a node, or nothing.
   Names without an entry mean what the machine says, in folders that have an
   origin.  Keys lead from the kernel's numbers of a file (device and inode), of
   the original and of Sett's own, to the node: so all names and descriptors of
   one file lead to the same node.

   Always: every change since the snapshot is in the log, so that going back to
   it takes as long as the changes did, and is exact. */

#ifndef SETT_RUNTIME_SHADOW_TABLE_H
#define SETT_RUNTIME_SHADOW_TABLE_H

#include "shared/shared.h"
#include "runtime/core/raw.h"
#include "shared/shadow_orders.h"

#include <sys/stat.h>

#define SETT_SHADOW_ADDRESS ((void *)0x215000000000ul)

enum { SETT_ACCESSED, SETT_MODIFIED, SETT_CHANGED };

enum {
  SETT_NODE_MOVED = 1,   /* its place is not that of its origin */
  SETT_NODE_RULED = 2,   /* mode or owner are not those of its origin */
  SETT_NODE_OWN = 4,     /* contents are in a file of Sett's own */
  SETT_NODE_UNNAMED = 8, /* made without a name, which it may get */
  SETT_NODE_MAPPED = 16, /* contents may change without a call */
};

typedef struct sett_node {
  uint64_t device, file, which; /* as the program sees them */
  uint64_t size, blocks;        /* where there are no contents of its own */
  int64_t times[3][2];
  int64_t own_changed[2]; /* when its own contents were made, by the kernel */
  uint32_t mode, user, group, links, block_size;
  uint32_t flags;
  uint32_t origin, text; /* the machine's name; what a symbolic link says */
  uint32_t folder, name; /* where it is, or was last, if it has moved */
  uint32_t entries, attributes; /* lists */
  uint32_t bound; /* 1 + the number of what was bound to it (net/address.c), or
                     of its pipe (fifos.c) */
} sett_node;

typedef struct sett_entry {
  uint32_t folder, name;
  uint32_t node; /* 0: there is nothing of that name */
  uint32_t next, sibling;
} sett_entry;

typedef struct sett_key {
  uint64_t device, file;
  uint32_t node, next;
} sett_key;

/* An extended attribute that was set, or removed. */
typedef struct sett_attribute {
  uint32_t name, value, size, is_set, next, unused;
} sett_attribute;

typedef struct sett_change {
  uint64_t before;
  uint32_t at, size; /* in words of 4 bytes; 4 or 8 */
} sett_change;

enum {
  SETT_SHADOW_NODES = 1 << 18,
  SETT_SHADOW_ENTRIES = 1 << 19,
  SETT_SHADOW_KEYS = 1 << 19,
  SETT_SHADOW_ATTRIBUTES = 1 << 16,
  SETT_SHADOW_CHANGES = 1 << 24,
  SETT_SHADOW_TEXT = 256 << 20,
  SETT_SHADOW_BUCKETS = 1 << 16,
};

typedef struct sett_shadow {
  sett_shadow_orders orders;

  /* Not undone. */
  uint32_t change_count, base_changes, base_nodes;
  uint32_t early_copies;   /* processes or threads were made before main */
  uint32_t early_refusals; /* something was refused then */
  uint32_t dirty_count;    /* nodes of the snapshot, written since... */
  uint32_t dirty[SETT_SHADOW_NODES];
  uint8_t is_dirty[SETT_SHADOW_NODES];
  uint8_t is_kept[SETT_SHADOW_NODES]; /* ...and what they were is kept */

  /* Undone.  The first node, entry, key and attribute are not used, and the
     first text is empty. */
  uint32_t node_count, entry_count, key_count, attribute_count, text_length;
  uint32_t listings; /* files that stand for folders */
  uint32_t moved;    /* folders that have */
  uint32_t
      folders[SETT_SYSTEM_PROCESSES]; /* working folders; 0: the kernel's */
  uint32_t entry_buckets[SETT_SHADOW_BUCKETS];
  uint32_t key_buckets[SETT_SHADOW_BUCKETS];
  sett_node nodes[SETT_SHADOW_NODES];
  sett_entry entries[SETT_SHADOW_ENTRIES];
  sett_key keys[SETT_SHADOW_KEYS];
  sett_attribute attributes[SETT_SHADOW_ATTRIBUTES];

  sett_change changes[SETT_SHADOW_CHANGES];
  char text[SETT_SHADOW_TEXT];
} sett_shadow;

_Static_assert(sizeof (sett_shadow) <= SETT_SHADOW_SIZE, "room");

static sett_shadow *const shadow = SETT_SHADOW_ADDRESS;

/* Is the table there?  It is not if nobody has said where the shadow is. */
int sett_shadow_is_on (void);
/* Is anything different from the machine? */
static inline int sett_shadow_any (void) {
  return shadow->node_count > 1;
}

/* Maps it, for this worker and process.  Once. */
void sett_table_open (int shared_file, unsigned worker, unsigned process);
/* The process whose working folder counts. */
extern unsigned sett_table_process __attribute__ ((visibility ("hidden")));

/* Changes a word, to be undone. */
void sett_put (uint32_t *at, uint32_t value);
void sett_put_long (void *at, uint64_t value); /* 8 bytes */

/* Makes things; they are zero, but for what is given. */
uint32_t sett_table_text (const char *text, size_t length);
uint32_t sett_table_node (const struct stat *);
uint32_t sett_table_attribute (uint32_t node, const char *name);
void sett_table_add_key (uint64_t device, uint64_t file, uint32_t node);

static inline sett_node *sett_node_at (uint32_t node) {
  return &shadow->nodes[node];
}
static inline const char *sett_text_at (uint32_t text) {
  return shadow->text + text;
}

/* 0: there is none. */
uint32_t sett_table_by_key (uint64_t device, uint64_t file);
const sett_entry *sett_table_entry (uint32_t folder, const char *name);
const sett_attribute *sett_table_find_attribute (uint32_t node,
                                                 const char *name);

/* From now on the name means that node; 0: nothing. */
void sett_table_enter (uint32_t folder, const char *name, uint32_t node);

/* The snapshot; everything is as it was then; did anything change since? */
void sett_table_snapshot (void);
void sett_table_restore (void);
int sett_table_changed (void);

/* There is no way on, not for the program's fault: the check ends. */
void sett_shadow_give_up (const char *what, long error)
    __attribute__ ((noreturn));

#endif
