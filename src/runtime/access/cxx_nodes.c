/* Lists, trees and hashes of the C++ library: the functions that containers
   call to link their nodes, which the library has in its own code, where nobody
   sees what they access.  These stand in for them, with the same layout, and
   report each access as if the program had done it itself.

   A list is a ring of nodes.  A tree is red-black: no red node has a red child,
   and all ways from the root down meet equally many black nodes.  Its header
   is a red node whose parent is the root, and whose children are the first and
   the last node. */

#include "runtime/access/access.h"
#include "runtime/access/buffers.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"

#include <stddef.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Where the program has called. */
#define PLACE sett_buffer_place (SETT_HERE)

static void access (const void *at, size_t size, unsigned how,
                    uintptr_t place) {
  if (place)
    sett_access (at, size, how, place);
}

/* A field of a node: its value, and giving it one. */
#define GET(FIELD)                                                             \
  (access (&(FIELD), sizeof (FIELD), SETT_MEMORY_READ, place), (FIELD))
#define SET(FIELD, VALUE)                                                      \
  do {                                                                         \
    __typeof__ (FIELD) value_ = (VALUE);                                       \
    access (&(FIELD), sizeof (FIELD), SETT_MEMORY_WRITE, place);               \
    (FIELD) = value_;                                                          \
  } while (0)

/*------------------------------------------------------------------------*/
/* Lists. */

typedef struct link {
  struct link *next, *previous;
} link;

EXPORT void _ZNSt8__detail15_List_node_base7_M_hookEPS0_ (link *node,
                                                          link *before) {
  const uintptr_t place = PLACE;
  link *previous = GET (before->previous);
  SET (node->next, before);
  SET (node->previous, previous);
  SET (previous->next, node);
  SET (before->previous, node);
}

EXPORT void _ZNSt8__detail15_List_node_base9_M_unhookEv (link *node) {
  const uintptr_t place = PLACE;
  link *next = GET (node->next), *previous = GET (node->previous);
  SET (previous->next, next);
  SET (next->previous, previous);
}

/* The nodes from `first' until before `last' come before this one. */
EXPORT void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ (link *before,
                                                                  link *first,
                                                                  link *last) {
  const uintptr_t place = PLACE;
  if (before == last)
    return;
  link *final = GET (last->previous), *rest = GET (first->previous);
  link *previous = GET (before->previous);
  SET (final->next, before);
  SET (rest->next, last);
  SET (previous->next, first);
  SET (before->previous, final);
  SET (last->previous, rest);
  SET (first->previous, previous);
}

EXPORT void _ZNSt8__detail15_List_node_base10_M_reverseEv (link *list) {
  const uintptr_t place = PLACE;
  link *node = list;
  do {
    link *next = GET (node->next);
    SET (node->next, GET (node->previous));
    SET (node->previous, next);
    node = next;
  } while (node != list);
}

/* The ring of `from', which is not empty, gets another head. */
static void move_ring (link *to, link *next, link *previous, uintptr_t place) {
  SET (to->next, next);
  SET (to->previous, previous);
  SET (next->previous, to);
  SET (previous->next, to);
}

static void empty_ring (link *list, uintptr_t place) {
  SET (list->next, list);
  SET (list->previous, list);
}

EXPORT void _ZNSt8__detail15_List_node_base4swapERS0_S1_ (link *a, link *b) {
  const uintptr_t place = PLACE;
  link *a_next = GET (a->next), *a_previous = GET (a->previous);
  link *b_next = GET (b->next), *b_previous = GET (b->previous);
  if (b_next != b)
    move_ring (a, b_next, b_previous, place);
  else if (a_next != a)
    empty_ring (a, place);
  if (a_next != a)
    move_ring (b, a_next, a_previous, place);
  else if (b_next != b)
    empty_ring (b, place);
}

/*------------------------------------------------------------------------*/
/* Trees. */

enum { RED, BLACK };

typedef struct node {
  int colour;
  struct node *parent, *left, *right;
} node;

static int is_black (const node *n, uintptr_t place) {
  return !n || GET (n->colour) == BLACK;
}

static node *leftmost (node *n, uintptr_t place) {
  for (node *next; (next = GET (n->left));)
    n = next;
  return n;
}

static node *rightmost (node *n, uintptr_t place) {
  for (node *next; (next = GET (n->right));)
    n = next;
  return n;
}

static node *increment (node *n, uintptr_t place) {
  node *right = GET (n->right);
  if (right)
    return leftmost (right, place);
  node *parent = GET (n->parent);
  while (n == GET (parent->right)) {
    n = parent;
    parent = GET (parent->parent);
  }
  /* From the root, if it is the last one, this has come to the header. */
  return GET (n->right) != parent ? parent : n;
}

static node *decrement (node *n, uintptr_t place) {
  node *parent = GET (n->parent);
  if (GET (n->colour) == RED && GET (parent->parent) == n)
    return GET (n->right); /* of the header: the last one */
  node *left = GET (n->left);
  if (left)
    return rightmost (left, place);
  while (n == GET (parent->left)) {
    n = parent;
    parent = GET (parent->parent);
  }
  return parent;
}

EXPORT node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base (node *n) {
  return increment (n, PLACE);
}
EXPORT node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base (node *n) {
  return increment (n, PLACE);
}
EXPORT node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base (node *n) {
  return decrement (n, PLACE);
}
EXPORT node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base (node *n) {
  return decrement (n, PLACE);
}

/* What was `old' for its parent (or for the header: the root) is `new'. */
static void replace (node *header, node *old, node *new, uintptr_t place) {
  node *parent = GET (old->parent);
  if (parent == header)
    SET (header->parent, new);
  else if (GET (parent->left) == old)
    SET (parent->left, new);
  else
    SET (parent->right, new);
  if (new)
    SET (new->parent, parent);
}

/* The two sides of what is symmetric. */
static node *child (node *n, int left, uintptr_t place) {
  return left ? GET (n->left) : GET (n->right);
}

static void set_child (node *n, int left, node *new, uintptr_t place) {
  if (left)
    SET (n->left, new);
  else
    SET (n->right, new);
}

/* The node goes down to the given side; its child of the other side takes its
   place. */
static void rotate (node *header, node *n, int left, uintptr_t place) {
  node *up = child (n, !left, place), *inner = child (up, left, place);
  set_child (n, !left, inner, place);
  if (inner)
    SET (inner->parent, n);
  replace (header, n, up, place);
  set_child (up, left, n, place);
  SET (n->parent, up);
}

/* A red node may have a red parent: the only thing that is wrong. */
static void mend_red (node *header, node *n, uintptr_t place) {
  node *parent;
  while ((parent = GET (n->parent)) != header && !is_black (parent, place)) {
    node *above = GET (parent->parent);
    const int left = parent == GET (above->left);
    node *uncle = child (above, !left, place);
    if (!is_black (uncle, place)) {
      SET (parent->colour, BLACK);
      SET (uncle->colour, BLACK);
      SET (above->colour, RED);
      n = above;
      continue;
    }
    if (n == child (parent, !left, place)) {
      rotate (header, parent, left, place);
      parent = n;
    }
    SET (parent->colour, BLACK);
    SET (above->colour, RED);
    rotate (header, above, !left, place);
    break;
  }
  node *root = GET (header->parent);
  SET (root->colour, BLACK);
}

EXPORT void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ (
    _Bool left, node *new, node *parent, node *header) {
  const uintptr_t place = PLACE;
  SETT_ASSERT (left || parent != header);
  SET (new->parent, parent);
  SET (new->left, NULL);
  SET (new->right, NULL);
  SET (new->colour, RED);
  const int is_first = left && parent == GET (header->left);
  const int is_last = !left && parent == GET (header->right);
  set_child (parent, left, new, place); /* of the header: the first node */
  if (parent == header) {
    SET (header->parent, new);
    SET (header->right, new);
  } else if (is_first)
    SET (header->left, new);
  else if (is_last)
    SET (header->right, new);
  mend_red (header, new, place);
}

/* The ways through `n', which may be null, meet one black node too few. */
static void mend_black (node *header, node *n, node *parent, uintptr_t place) {
  while (parent != header && is_black (n, place)) {
    const int left = n == GET (parent->left);
    node *sibling = child (parent, !left, place);
    if (!is_black (sibling, place)) {
      SET (sibling->colour, BLACK);
      SET (parent->colour, RED);
      rotate (header, parent, left, place);
      sibling = child (parent, !left, place);
    }
    node *near = child (sibling, left, place);
    node *far = child (sibling, !left, place);
    if (is_black (near, place) && is_black (far, place)) {
      SET (sibling->colour, RED);
      n = parent;
      parent = GET (n->parent);
      continue;
    }
    if (is_black (far, place)) {
      SET (near->colour, BLACK);
      SET (sibling->colour, RED);
      rotate (header, sibling, !left, place);
      far = sibling;
      sibling = near;
    }
    SET (sibling->colour, GET (parent->colour));
    SET (parent->colour, BLACK);
    SET (far->colour, BLACK);
    rotate (header, parent, left, place);
    return;
  }
  if (n)
    SET (n->colour, BLACK);
}

/* One with at most one child. */
static void unlink_outer (node *header, node *old, node *below,
                          uintptr_t place) {
  node *parent = GET (old->parent);
  if (GET (header->left) == old)
    SET (header->left, below ? leftmost (below, place) : parent);
  if (GET (header->right) == old)
    SET (header->right, below ? rightmost (below, place) : parent);
  replace (header, old, below, place);
  if (GET (old->colour) == BLACK)
    mend_black (header, below, parent, place);
}

/* One with two: the next one takes its place. */
static void unlink_inner (node *header, node *old, uintptr_t place) {
  node *left = GET (old->left), *right = GET (old->right);
  node *next = leftmost (right, place), *below = GET (next->right);
  node *parent = GET (next->parent);
  const int lacks_black = GET (next->colour) == BLACK;
  if (parent == old)
    parent = next;
  else {
    SET (parent->left, below);
    if (below)
      SET (below->parent, parent);
    SET (next->right, right);
    SET (right->parent, next);
  }
  SET (next->left, left);
  SET (left->parent, next);
  replace (header, old, next, place);
  SET (next->colour, GET (old->colour));
  if (lacks_black)
    mend_black (header, below, parent, place);
}

EXPORT node *
_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_ (node *old,
                                                              node *header) {
  const uintptr_t place = PLACE;
  node *left = GET (old->left), *right = GET (old->right);
  if (left && right)
    unlink_inner (header, old, place);
  else
    unlink_outer (header, old, left ? left : right, place);
  return old;
}

/*------------------------------------------------------------------------*/
/* Hashes. */

size_t _ZSt11_Hash_bytesPKvmm (const void *, size_t, size_t);
EXPORT size_t _ZSt11_Hash_bytesPKvmm (const void *from, size_t size,
                                      size_t seed) {
  sett_buffer_read (from, size, PLACE);
  return SETT_REAL (_ZSt11_Hash_bytesPKvmm) (from, size, seed);
}
