/* Splitting a stack between two workers.

   The receiver's stack is a copy of the donor's lower levels with a share of
   their pending states: it needs no special case to tell the path to a state.
   Low levels are preferred, since what is pending there tends to have the
   larger future.  Copying costs a little for each level, so the number of
   states moved must be in proportion to the number of levels. */

#include "search/stack.h"

#define CHEAP_LEVELS 4096u   /* may be copied for any number of states */
#define LEVELS_PER_STATE 32u /* that one more state moved is worth */

int sett_stack_init (sett_stack *stack) {
  const sett_stack empty = {{0}, {0}, 0, 0};
  *stack = empty;
  if (!sett_stack_fit (stack, 1))
    return 0;
  sett_pile_push (&stack->frames, 0);
  return 1;
}

void sett_stack_release (sett_stack *stack) {
  sett_pile_release (&stack->items);
  sett_pile_release (&stack->frames);
  stack->pending = stack->lowest = 0;
}

static size_t level_end (const sett_stack *stack, size_t level) {
  return level + 1 < stack->frames.count ? stack->frames.at[level + 1] - 1
                                         : stack->items.count;
}

static int has_pending (const sett_stack *stack, size_t level) {
  const size_t end = level_end (stack, level);
  return end > stack->frames.at[level] && stack->items.at[end - 1] != SETT_GONE;
}

static size_t find_lowest (sett_stack *stack) {
  while (!has_pending (stack, stack->lowest))
    stack->lowest++;
  return stack->lowest;
}

static int copy_item (sett_stack *to, sett_keep *to_keep, const sett_keep *keep,
                      uint64_t handle) {
  uint64_t copy;
  if (!sett_keep_pass (keep, handle, to_keep, &copy) || !sett_stack_fit (to, 1))
    return 0;
  sett_pile_push (&to->items, copy);
  return 1;
}

/* Opens on the receiver's stack the level that the donor has there. */
static int copy_level (const sett_stack *stack, const sett_keep *keep,
                       size_t level, sett_stack *to, sett_keep *to_keep) {
  if (!level)
    return 1;
  if (!copy_item (to, to_keep, keep, sett_stack_state (stack, level)))
    return 0;
  sett_pile_push (&to->frames, to->items.count);
  return 1;
}

/* Moves up to `most` items, at most half, of a level. */
static int move_items (sett_stack *stack, const sett_keep *keep, size_t level,
                       size_t most, sett_stack *to, sett_keep *to_keep) {
  uint64_t *items = stack->items.at;
  const size_t end = level_end (stack, level);
  size_t i = stack->frames.at[level];
  while (i < end && items[i] == SETT_GONE)
    i++;
  size_t share = (end - i + 1) / 2;
  if (share > most)
    share = most;
  for (const size_t stop = i + share; i < stop; i++) {
    if (!copy_item (to, to_keep, keep, items[i]))
      return 0;
    items[i] = SETT_GONE;
    stack->pending--;
    to->pending++;
  }
  return 1;
}

size_t sett_stack_split (sett_stack *stack, const sett_keep *keep,
                         sett_stack *to, sett_keep *to_keep, int *enough) {
  if (stack->pending < 2)
    return 0;
  const size_t half = stack->pending / 2;
  const size_t lowest = find_lowest (stack);
  if (lowest > CHEAP_LEVELS + LEVELS_PER_STATE * half)
    return 0;
  size_t most = CHEAP_LEVELS / 64 + lowest / LEVELS_PER_STATE;
  if (most > half)
    most = half;
  for (size_t level = 0; to->pending < most; level++) {
    if (level > lowest + CHEAP_LEVELS + LEVELS_PER_STATE * to->pending)
      break;
    if (!copy_level (stack, keep, level, to, to_keep) ||
        !move_items (stack, keep, level, most - to->pending, to, to_keep)) {
      *enough = 0;
      break;
    }
  }
  to->lowest = lowest;
  return to->pending;
}
