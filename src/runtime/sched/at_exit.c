/* Functions for the end of the program (atexit, on_exit, at_quick_exit, and
   destructors of static objects of C++): they run in the reverse order of their
   registration, so threads that register some determine it by who comes first;
   and whether one runs at all depends on whether it is registered before the
   last of the others has returned.

   So registrations are events as soon as somebody registers a function while
   there are several threads; and so is each decision at the end, which function
   is the next one, or that there is none.  For that they are in lists here:
   what the C library has of them stands for "whichever is the last now".  What
   a thread has done before it registers a function comes before what that does.
 */

#include "runtime/sched/at_exit.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/real.h"
#include "runtime/race/races.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <link.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* How many functions constructors have registered before main: destructors of
   static objects, and functions of atexit and on_exit. */
static int registered;

/* Of std::ios_base::Init, an object of each unit with <iostream>, which flushes
   the standard streams of C++.  Looked for once, before the snapshot: not to
   find it is to allocate memory. */
static void *flush;

static int flushes_streams (void (*function) (void *)) {
  return flush && (void *)function == flush;
}

/*------------------------------------------------------------------------*/

static void change (const sett_at_exit_list *list, uintptr_t place) {
  if (!engine.at_exit_visible)
    return;
  sett_visible (SETT_DO_AT_EXIT, list, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (list, SETT_EFFECT_CHANGE, 0);
  sett_spin_progress ();
}

/* NULL: the list is full. */
static sett_at_exit *add (sett_at_exit_list *list, uintptr_t place) {
  if (!engine.at_exit_visible && sett_threads_many (world->alive))
    sett_know_at_exit ();
  change (list, place);
  SETT_ASSERT (list->count <= SETT_MOST_AT_EXIT);
  if (list->count == SETT_MOST_AT_EXIT)
    return NULL;
  sett_at_exit *a = &list->at[list->count++];
  sett_races_release (a);
  return a;
}

static void call (const sett_at_exit *a) {
  const sett_at_exit now = *a; /* its place may be taken */
  sett_races_acquire (a);
  if (now.function)
    now.function (now.argument);
  else if (now.with_status)
    now.with_status (sett_self ()->exit_status, now.argument);
}

static void call_all (sett_at_exit_list *list) {
  for (;;) {
    change (list, 0);
    if (!list->count)
      return;
    call (&list->at[--list->count]);
  }
}

static void call_registered (void) {
  call_all (&world->at_exit);
}

/* In place of one that was registered; if the program does not end, the library
   that it belongs to is closed. */
static void run (void *registered_as) {
  sett_at_exit *a = registered_as;
  if (!sett_active ())
    return;
  if (sett_self ()->exits) {
    if (world->at_exit.count)
      call_registered ();
    return;
  }
  call (a);
  *a = (sett_at_exit){0};
}

static void run_with_status (int status, void *registered_as) {
  (void)status;
  run (registered_as);
}

/* In place of one that was registered before main. */
static void run_first (void *given) {
  const sett_at_exit *a = given;
  if (sett_active ())
    call_registered ();
  a->function (a->argument);
}

/*------------------------------------------------------------------------*/

int __cxa_atexit (void (*) (void *), void *, void *);
int __cxa_at_quick_exit (void (*) (void *), void *);

static int register_first (void (*function) (void *), void *argument,
                           void *object) {
  static sett_at_exit first[SETT_MOST_AT_EXIT];
  static unsigned count;
  const int counts = !flushes_streams (function);
  registered += counts;
  if (!counts || count == SETT_MOST_AT_EXIT)
    return SETT_REAL (__cxa_atexit) (function, argument, object);
  sett_at_exit *a = &first[count++];
  *a = (sett_at_exit){.function = function, .argument = argument};
  return SETT_REAL (__cxa_atexit) (run_first, a, object);
}

EXPORT int __cxa_atexit (void (*function) (void *), void *argument,
                         void *object) {
  if (!sett_active ())
    return register_first (function, argument, object);
  sett_at_exit *a = add (&world->at_exit, SETT_HERE);
  if (!a)
    return SETT_REAL (__cxa_atexit) (function, argument, object);
  *a = (sett_at_exit){.function = function, .argument = argument};
  return SETT_REAL (__cxa_atexit) (run, a, object);
}

EXPORT int on_exit (void (*function) (int, void *), void *argument) {
  if (!sett_active ()) {
    registered++;
    return SETT_REAL (on_exit) (function, argument);
  }
  sett_at_exit *a = add (&world->at_exit, SETT_HERE);
  if (!a)
    return SETT_REAL (on_exit) (function, argument);
  *a = (sett_at_exit){.with_status = function, .argument = argument};
  return SETT_REAL (on_exit) (run_with_status, a);
}

EXPORT int __cxa_at_quick_exit (void (*function) (void *), void *object) {
  sett_at_exit *a =
      sett_active () ? add (&world->at_quick_exit, SETT_HERE) : NULL;
  if (!a)
    return SETT_REAL (__cxa_at_quick_exit) (function, object);
  *a = (sett_at_exit){.function = function};
  return 0;
}

EXPORT void quick_exit (int status) {
  if (sett_active ())
    call_all (&world->at_quick_exit);
  SETT_REAL (quick_exit) (status);
  __builtin_unreachable ();
}

/*------------------------------------------------------------------------*/

/* Registered before any other, hence called after all of them. */
__attribute__ ((constructor)) static void register_end (void) {
  flush = dlsym (RTLD_DEFAULT, "_ZNSt8ios_base4InitD1Ev");
  atexit (sett_end_at_last);
  registered = 0;
}

/* How many functions shall run when the program, or a library, is unloaded?
   The compiler itself has one. */
static int count_destructors (struct dl_phdr_info *info, size_t size,
                              void *count) {
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
      continue;
    const ElfW (Dyn) *d =
        (void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; d->d_tag != DT_NULL; d++)
      if (d->d_tag == DT_FINI_ARRAYSZ && d->d_un.d_val > sizeof (void *))
        ++*(int *)count;
  }
  return 0;
}

/* Streams that are not synchronised with those of C have something to flush. */
static void at_early_end (void) {
  if (!world->unsynchronised_streams)
    sett_end_at_last ();
}

void sett_end_early (void) {
  int count = registered;
  dl_iterate_phdr (count_destructors, &count);
  if (!count)
    atexit (at_early_end);
}
