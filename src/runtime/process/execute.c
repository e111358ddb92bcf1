/* Becoming another program (exec).

   The new program has the run-time in it, too, finds the shared memory by the
   same variable, and goes on as the thread that called exec, in the same event:
   it has the turn from the start.  What the kernel does not keep for it, or
   does not know of, is handed over in the OS model (sett_heritage).

   A process that is there from the beginning is needed for the next execution:
   it waits for that, and a copy of it becomes the program (sett_member.seats).

   Programs in which the run-time would not be loaded are refused: the execution
   ends there, and the verdict is bounded. */

#include "runtime/process/execute.h"

#include "base/assert.h"
#include "runtime/core/images.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/sched/own_signals.h"
#include "runtime/files/files.h"
#include "runtime/process/fork.h"
#include "runtime/files/output.h"
#include "runtime/undo/pages.h"
#include "runtime/core/real.h"
#include "runtime/sched/children.h"
#include "runtime/sched/schedule.h"
#include "runtime/ipc/shared_memory.h"
#include "runtime/net/sockets.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/processes.h"
#include "runtime/sched/tsc.h"
#include "runtime/files/shadow.h"
#include "runtime/files/shadow_copies.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*------------------------------------------------------------------------*/
/* Which programs can be run? */

enum { FOREIGN = 1, HEAD = 4096 };

/* Is the dynamic linker asked for, which loads the run-time? */
static int has_linker (const char *head, size_t length) {
  const Elf64_Ehdr *e = (const void *)head;
  if (length < sizeof *e || e->e_ident[EI_CLASS] != ELFCLASS64 ||
      e->e_machine != EM_X86_64)
    return 0;
  for (size_t i = 0; i < e->e_phnum; i++) {
    const size_t at = e->e_phoff + i * sizeof (Elf64_Phdr);
    if (at + sizeof (Elf64_Phdr) > length)
      return 0;
    if (((const Elf64_Phdr *)(head + at))->p_type == PT_INTERP)
      return 1;
  }
  return 0;
}

static long check (const char *path, int depth);

/* "#!/bin/sh -e": what is that program? */
static long check_script (char *head, size_t length, int depth) {
  head[length < HEAD ? length : HEAD - 1] = 0;
  char *name = head + 2 + strspn (head + 2, " \t");
  name[strcspn (name, " \t\n")] = 0;
  return *name && depth < 4 ? check (name, depth + 1) : -ENOEXEC;
}

static long check (const char *path, int depth) {
  char head[HEAD] __attribute__ ((aligned (8))) = {0};
  struct stat s = {0};
  sett_pages_touch (head, sizeof head); /* for the kernel */
  sett_pages_touch (&s, sizeof s);
  long result = sett_raw (SYS_newfstatat, AT_FDCWD, path, &s, 0);
  if (result)
    return result;
  if (!S_ISREG (s.st_mode))
    return -EACCES;
  result = sett_raw (SYS_faccessat, AT_FDCWD, path, X_OK);
  if (result)
    return result;
  if (s.st_mode & (S_ISUID | S_ISGID) ||
      sett_raw (SYS_getxattr, path, "security.capability", NULL, 0) > 0)
    return FOREIGN; /* the linker does not load what the environment wants */
  const long file =
      sett_raw (SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0)
    return file;
  const long length = sett_raw (SYS_read, file, head, sizeof head);
  sett_raw (SYS_close, file);
  if (length > 2 && head[0] == '#' && head[1] == '!')
    return check_script (head, (size_t)length, depth);
  if (length < SELFMAG || memcmp (head, ELFMAG, SELFMAG))
    return -ENOEXEC;
  return has_linker (head, (size_t)length) ? 0 : FOREIGN;
}

long sett_execute_check (const char *path) {
  const long result = check (path, 0);
  return result == FOREIGN ? 0 : result;
}

/*------------------------------------------------------------------------*/
/* The environment: the program's, with what the run-time needs. */

enum { OWN_WORDS = 4, MOST_WORD = PATH_MAX + 32 };

typedef struct own_words {
  char text[OWN_WORDS][MOST_WORD];
} own_words;

static const char *const own_names[OWN_WORDS] = {
    SETT_SHARED_VARIABLE "=", "LD_PRELOAD=", "LD_BIND_NOW=", "GLIBC_TUNABLES="};

static int is_replaced (const char *word) {
  for (int i = 0; i < OWN_WORDS; i++)
    if (!strncmp (word, own_names[i], strlen (own_names[i])))
      return 1;
  return 0;
}

static void write_words (own_words *own, int file) {
  Dl_info info;
  const char *library =
      dladdr ((void *)sett_execute, &info) ? info.dli_fname : "";
  snprintf (own->text[0], MOST_WORD, "%s%d:%u:%u:%u:%u:%u:%u", own_names[0],
            file, engine.worker, engine.process, world->current, engine.seat,
            engine.ticket, engine.reborn);
  snprintf (own->text[1], MOST_WORD, "%s%s", own_names[1], library);
  snprintf (own->text[2], MOST_WORD, "%s1", own_names[2]);
  snprintf (own->text[3], MOST_WORD, "%sglibc.pthread.rseq=0", own_names[3]);
}

static size_t count_words (char *const *words) {
  size_t n = 0;
  while (words && words[n])
    n++;
  return n;
}

static void merge_words (char **to, char *const *words, own_words *own) {
  for (; words && *words; words++)
    if (!is_replaced (*words))
      *to++ = *words;
  for (int i = 0; i < OWN_WORDS; i++)
    *to++ = own->text[i];
  *to = NULL;
}

/*------------------------------------------------------------------------*/
/* The heritage. */

static void close_descriptors (void) {
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    if ((sett_descriptors_model (i) || os_model->lock_count) &&
        sett_raw (SYS_fcntl, i, F_GETFD, 0) == FD_CLOEXEC)
      sett_descriptors_drop (i);
}

/* Those for the process are in the OS model, and stay there. */
static void leave_signals (sett_heritage *h, unsigned thread) {
  memset (&h->queue, 0, sizeof h->queue);
  for (uint64_t i = 0; i < os_process->queue.count; i++) {
    sett_sent sent = os_process->queue.sent[i];
    if (sent.to && sent.to != thread + 1)
      continue;
    sent.to = 1;
    sett_signal_queue_add (&h->queue, &sent);
  }
}

static void arrive_signals (const sett_heritage *h) {
  os_process->queue = h->queue;
  for (uint64_t i = 0; i < h->queue.count; i++) {
    os_process->queue.sent[i].to = (uint16_t)(world->current + 1);
    os_process->pending[world->current] |= (uint64_t)1
                                           << (h->queue.sent[i].signal - 1);
  }
}

static void leave (void) {
  sett_heritage *h = &os_model->heritage;
  const sett_thread *t = sett_self ();
  memcpy (h->descriptors, os_process->descriptors, sizeof h->descriptors);
  memcpy (h->descriptions, os_process->descriptions, sizeof h->descriptions);
  for (int i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    h->output[i] = (uint8_t)sett_descriptors_is_output (i);
  sett_output_leave ();
  h->children = t->children;
  h->time = t->time;
  h->signal_mask = t->signal_mask;
  leave_signals (h, t->number);
  h->user = os_process->user;
  sett_positions_leave ();
  sett_vector_clock_write (h->clock, &t->clock, engine.most_threads);
}

void sett_execute_arrive (void) {
  const sett_heritage *h = &os_model->heritage;
  SETT_ASSERT (engine.is_passing);
  sett_thread *t = sett_self ();
  memcpy (os_process->descriptors, h->descriptors, sizeof h->descriptors);
  memcpy (os_process->descriptions, h->descriptions, sizeof h->descriptions);
  for (int i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    if (h->output[i])
      sett_descriptors_set_output (i);
  t->children = h->children;
  t->time = h->time;
  t->signal_mask = h->signal_mask;
  arrive_signals (h);
  for (int i = 1; i < SETT_MOST_SIGNALS; i++)
    os_process->actions[i].sa_handler =
        os_model->lives[engine.process].ignored >> (i - 1) & 1 ? SIG_IGN
                                                               : SIG_DFL;
  os_process->user = h->user;
  sett_positions_arrive ();
  sett_vector_clock_read (&t->clock, h->clock, engine.most_threads);
}

/*------------------------------------------------------------------------*/

/* Only the thread that calls goes on. */
static void end_others (uintptr_t place) {
  if (sett_threads_only (world->alive, world->current))
    return;
  sett_note_add (1, place,
                 "called execve with other threads: where these end is not "
                 "controlled");
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    sett_thread *t = &world->threads[sett_threads_first (rest)];
    if (t != sett_self ())
      t->alive = 0;
  }
  world->alive = sett_threads_of (world->current);
  SETT_ASSERT (sett_threads_have (world->alive, world->current));
}

/* The process of the machine that becomes the program. */
static void step_aside (void) {
  if (engine.is_passing)
    return;
  const uint32_t ticket = sett_processes_enrol (engine.process, 1);
  if (sett_process_copy ())
    sett_engine_rest ();
  engine.seat = 1;
  engine.ticket = ticket;
  engine.shared->runner = engine.shared->members[engine.process].machine[1] =
      (int)sett_raw (SYS_getpid);
}

__attribute__ ((noreturn)) static void become (const char *path,
                                               char *const *arguments,
                                               char *const *environment,
                                               uintptr_t place) {
  char *words[count_words (environment) + OWN_WORDS + 1];
  own_words own;
  engine.active = 0; /* formatting is not the program's doing */
  const long file = sett_raw (SYS_dup, engine.shared_file);
  write_words (&own, (int)file);
  merge_words (words, environment, &own);
  sett_own_signals_watch (0);
  sett_tsc_close ();
  sett_raw (SYS_execve, path, arguments, words);
  engine.active = 1;
  sett_call_remark ("execve", "failed late: ended there", place);
  sett_end (SETT_CUT);
}

void sett_execute_again (uintptr_t place) {
  memset (os_process->descriptors, 0, sizeof os_process->descriptors);
  memset (os_process->pending, 0, sizeof os_process->pending);
  os_process->process_pending = 0;
  memset (&os_process->queue, 0, sizeof os_process->queue);
  engine.shared->runner = (int)sett_raw (SYS_getpid);
  leave ();
  become ("/proc/self/exe", engine.arguments, engine.environment, place);
}

long sett_execute (const char *path, char *const *arguments,
                   char *const *environment, uintptr_t place) {
  sett_life *mine = &os_model->lives[engine.process];
  if (!engine.multi)
    sett_processes_want ();
  sett_visible (SETT_DO_EXECUTE, &os_model->files, SETT_EFFECT_LOAD, NULL,
                place);
  sett_affect (&os_model->files, SETT_EFFECT_LOAD, 0);
  sett_affect (os_process->descriptors, SETT_EFFECT_LOAD, 0);
  sett_spin_progress ();
  if (engine.stateful)
    sett_note_add (1, place, "became another program: states are not compared");
  char found[PATH_MAX];
  long result = sett_shadow_program (path, found);
  if (!result)
    result = check (found, 0);
  if (result < 0)
    return result;
  if (result == FOREIGN) {
    sett_note_add (1, place,
                   "called execve: a program that the run-time cannot be "
                   "loaded into");
    sett_end (SETT_CUT);
  }
  if (UNLIKELY (engine.narrating))
    sett_images_leave ();
  step_aside ();
  end_others (place);
  sett_sockets_leave ();
  sett_segments_leave ();
  close_descriptors ();
  sett_affect (&mine->loose, SETT_EFFECT_STORE, mine->loose);
  if (mine->handled >> (SIGCHLD - 1) & 1 && sett_children_there ())
    sett_know_signalled (engine.process); /* one might have ended before */
  if (engine.signalled)                   /* what is done about them changes */
    sett_affect (&mine->signals, SETT_EFFECT_STORE, mine->signals);
  mine->loose = 1;
  os_model->became = 1;
  mine->handled = 0;
  leave ();
  become (found, arguments, environment, place);
}

/*------------------------------------------------------------------------*/
/* As programs call it. */

long sett_call_execve (const sett_call *call, uintptr_t place) {
  return sett_execute ((const char *)call->a[0], (char *const *)call->a[1],
                       (char *const *)call->a[2], place);
}

/* Names are relative to the working folder here, or mean an open file. */
long sett_call_execveat (const sett_call *call, uintptr_t place) {
  const char *path = (const char *)call->a[1];
  char name[48];
  if (!*path && call->a[4] & AT_EMPTY_PATH) {
    engine.active = 0;
    snprintf (name, sizeof name, "/proc/self/fd/%d", (int)call->a[0]);
    engine.active = 1;
    path = name;
  } else if ((int)call->a[0] != AT_FDCWD && *path != '/')
    return -ENOSYS;
  return sett_execute (path, (char *const *)call->a[2],
                       (char *const *)call->a[3], place);
}

EXPORT int execve (const char *path, char *const argv[],
                   char *const environment[]) {
  if (!sett_active ())
    return SETT_REAL (execve) (path, argv, environment);
  return (int)sett_result (sett_execute (path, argv, environment, SETT_HERE));
}
