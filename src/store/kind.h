/* What a kind of store consists of: the functions behind store.h. */

#ifndef SETT_STORE_KIND_H
#define SETT_STORE_KIND_H

#include "store/store.h"

typedef struct sett_kind {
  sett_store *(*create) (const sett_store_options *);
  void (*destroy) (sett_store *);
  void (*prepare) (sett_store *, unsigned worker, const unsigned char *parent,
                   uint32_t parent_size, sett_ref parent_ref, sett_entry *,
                   unsigned count);
  void (*commit) (sett_store *, unsigned worker, sett_entry *, unsigned count);
  uint32_t (*load) (sett_store *, unsigned worker, sett_ref,
                    unsigned char *state); /* null: lossy */
  void (*hint) (sett_store *, sett_ref);   /* may be null */
  unsigned (*marks) (sett_store *, sett_ref);
  void (*set_marks) (sett_store *, sett_ref, unsigned marks);
  void (*add_marks) (sett_store *, sett_ref, unsigned marks);
  int (*forget) (sett_store *); /* may be null */
  void (*statistics) (const sett_store *, sett_store_stats *);
  void (*save) (sett_store *, struct sett_saver *);
  int (*restore) (sett_store *, struct sett_loader *);
} sett_kind;

/* Every kind of store begins with this. */
struct sett_store {
  const sett_kind *kind;
};

extern const sett_kind sett_kind_tree;
extern const sett_kind sett_kind_table;
extern const sett_kind sett_kind_bitstate;
extern const sett_kind sett_kind_compact;

#endif
