/* Sorting, a hash table, and a search tree. */

#include "kernel.h"

enum { COUNT = 4096, SLOTS = 2 * COUNT };

struct node {
  uint32_t key;
  uint16_t left, right; /* indices; 0: none */
};

static void sort (uint32_t *a, int low, int high) {
  while (low < high) {
    const uint32_t pivot = a[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
      while (a[i] < pivot)
        i++;
      while (pivot < a[j])
        j--;
      if (i <= j) {
        const uint32_t t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    sort (a, low, j);
    low = i;
  }
}

static int hash_add (uint32_t *slots, uint32_t key) {
  uint32_t i = (key * 2654435761u) >> 19;
  while (slots[i] && slots[i] != key)
    i = (i + 1) % SLOTS;
  const int fresh = !slots[i];
  slots[i] = key;
  return fresh;
}

static int tree_add (struct node *nodes, int count, uint32_t key) {
  uint16_t at = 1;
  nodes[count].key = key;
  nodes[count].left = nodes[count].right = 0;
  if (count == 1)
    return 0;
  for (int depth = 1;; depth++) {
    uint16_t *next = key < nodes[at].key ? &nodes[at].left : &nodes[at].right;
    if (!*next) {
      *next = count;
      return depth;
    }
    at = *next;
  }
}

static uint64_t kernel (int times, unsigned char *memory) {
  uint32_t *numbers = (uint32_t *)memory;
  uint32_t *slots = numbers + COUNT;
  struct node *nodes = (struct node *)(slots + SLOTS);
  uint64_t state = 1, sum = 0;
  for (int round = 0; round < times; round++) {
    memset (slots, 0, SLOTS * sizeof *slots);
    for (int i = 0; i < COUNT; i++) {
      numbers[i] = 1 + draw (&state);
      sum += hash_add (slots, numbers[i]);
      sum += tree_add (nodes, 1 + i, numbers[i]);
    }
    sort (numbers, 0, COUNT - 1);
    sum += numbers[COUNT / 2];
  }
  return sum;
}
