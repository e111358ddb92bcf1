#include "runtime/account.h"

#include "base/memory.h"
#include "runtime/heap.h"
#include "runtime/output.h"
#include "runtime/races.h"
#include "runtime/schedule.h"

#include <link.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Stacks, by frame pointers. */

static void walk_stack (sett_stack *stack, const sett_thread *t,
                        uintptr_t frame) {
  stack->depth = 0;
  while (stack->depth < SETT_MOST_FRAMES && frame > (uintptr_t)t->low &&
         frame + 16 <= (uintptr_t)t->top + SETT_PAGE && !(frame & 7)) {
    const uintptr_t *f = (const uintptr_t *)frame;
    if (!f[1])
      break;
    stack->frames[stack->depth++] = f[1];
    if (f[0] <= frame)
      break;
    frame = f[0];
  }
}

const sett_stack *sett_account_stack (void) {
  static uint32_t count;
  if (count++ > 200000)
    return NULL;
  sett_stack *stack = sett_alloc (sizeof *stack);
  walk_stack (stack, sett_self (), (uintptr_t)__builtin_frame_address (0));
  return stack;
}

/*------------------------------------------------------------------------*/

static sett_account *add_account (const sett_log *log) {
  sett_board *board = engine.board;
  sett_account *a = sett_zalloc (1, sizeof *a);
  a->fault = engine.fault;
  a->thread = engine.fault_thread;
  memcpy (a->message, engine.message, sizeof a->message);
  a->execution = engine.execution;
  a->choice_count = log->count;
  a->choices = sett_alloc ((log->count + 1) * sizeof *a->choices);
  for (uint32_t i = 0; i < log->count; i++)
    a->choices[i] =
        (sett_choice){log->events[i].thread, log->events[i].alternative};
  for (uint32_t i = 1; i < log->count; i++)
    a->preemptions += log->events[i].thread != log->events[i - 1].thread &&
                      (log->events[i].enabled >> log->events[i - 1].thread & 1);
  a->exit_status = world->exit_status;
  sett_account **last = &board->accounts;
  while (*last)
    last = &(*last)->next;
  *last = a;
  board->account_count++;
  return a;
}

/* The same thing was found before, at the same place. */
static int is_known (void) {
  for (const sett_account *a = engine.board->accounts; a; a = a->next)
    if (a->fault == engine.fault && !strcmp (a->message, engine.message) &&
        a->stack.depth && a->stack.frames[0] == engine.fault_place)
      return 1;
  return 0;
}

void sett_account_schedule (const sett_log *log) {
  engine.board->violations_seen++;
  if (is_known ())
    return;
  sett_account *a = add_account (log);
  a->stack.depth = 1;
  a->stack.frames[0] = engine.fault_place;
}

/*------------------------------------------------------------------------*/

static int add_module (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  sett_board *board = engine.board;
  if (board->module_count == SETT_MOST_MODULES)
    return 1;
  sett_module *m = &board->modules[board->module_count++];
  const char *path = info->dlpi_name;
  if (!path[0])
    path = "/proc/self/exe";
  strncpy (m->path, path, sizeof m->path - 1);
  m->base = info->dlpi_addr;
  m->low = ~(uintptr_t)0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type != PT_LOAD)
      continue;
    const uintptr_t low = info->dlpi_addr + h->p_vaddr;
    if (low < m->low)
      m->low = low;
    if (low + h->p_memsz > m->high)
      m->high = low + h->p_memsz;
  }
  return 0;
}

void sett_account_modules (void) {
  engine.board->module_count = 0;
  dl_iterate_phdr (add_module, NULL);
}

void sett_account_tell (const sett_log *log) {
  sett_account *a = add_account (log);
  a->output = sett_output_get (&a->output_length);
}
