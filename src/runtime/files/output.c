/* Standard output and error: see output.h. */

#include "runtime/files/output.h"
#include "runtime/files/originals.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/core/engine.h"
#include "runtime/core/knowledge.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* More is not kept. */
static const size_t most_output = (size_t)1 << 20;

static int diverted;
static int shown[3] = {-1, -1, -1}; /* where it would go, if that is wanted */
static int kept = -1;         /* descriptor of the file that it is kept in */
static size_t written;        /* in this execution, so far... */
static size_t at_first;       /* ...and at the snapshot... */
static size_t lines_at_first; /* ...of several processes */
static uint64_t the_hash;     /* of the first execution's */

/* The C library's list of streams; those of the beginning are at its end. */
struct _IO_FILE_plus;
extern struct _IO_FILE_plus *_IO_list_all, _IO_2_1_stderr_;

/* No stream leads to anything else. */
static int is_all_diverted (void) {
  return diverted && kept < 0 && _IO_list_all == &_IO_2_1_stderr_ &&
         sett_descriptors_is_output (1) && sett_descriptors_is_output (2);
}

void sett_output_flush (void) {
  if (!is_all_diverted ())
    fflush (NULL);
}

/* With a buffer from the start the C library does not ask the kernel what kind
   of file it is, in every execution. */
static void give_buffer (void) {
  char *buffer = malloc (BUFSIZ);
  if (buffer)
    setvbuf (stdout, buffer, shown[1] < 0 ? _IOFBF : _IOLBF, BUFSIZ);
}

void sett_output_leave (void) {
  for (int i = 1; i < 3; i++)
    os_model->heritage.shown[i] =
        shown[i] < 0 ? -1 : (int)sett_raw (SYS_dup, shown[i]);
}

/* The descriptors are as the last program of the process had them. */
static void inherit (void) {
  const sett_orders *orders = &engine.shared->orders;
  for (int i = 1; i < 3; i++)
    if (os_model->heritage.shown[i] >= 0)
      shown[i] = sett_originals_hide (os_model->heritage.shown[i]);
  kept = orders->task != SETT_TASK_SEARCH || orders->list ? 0 : -1;
  diverted = 1;
  if (os_model->heritage.output[1])
    give_buffer ();
}

/* What the program finds behind its descriptors must be the same in a search
   and in a replay: it can ask (fstat, F_GETFL), as perror does.  Under a
   debugger nobody sees what the C library writes: it goes to the file itself,
   opened in the same way. */
static const char *apparent_file (void) {
  static char name[32];
  if (kept < 0 || !engine.real_threads)
    return "/dev/null";
  snprintf (name, sizeof name, "/proc/self/fd/%d", kept);
  return name;
}

void sett_output_divert (void) {
  const sett_orders *orders = &engine.shared->orders;
  int fd;
  if (engine.is_passing) {
    inherit ();
    return;
  }
  for (int i = 1; i < 3 && orders->show_output; i++)
    shown[i] = sett_originals_hide ((int)sett_raw (SYS_dup, i));
  if (orders->task != SETT_TASK_SEARCH || orders->list)
    kept = sett_originals_hide (
        (int)sett_raw (SYS_memfd_create, "output", 1 /* close on exec */));
  fd = (int)sett_raw (SYS_open, apparent_file (), O_WRONLY | O_CLOEXEC, 0);
  for (int i = 1; i < 3; i++) {
    sett_raw (SYS_dup2, fd, i);
    sett_descriptors_set_output (i);
  }
  sett_raw (SYS_close, fd);
  diverted = 1;
  give_buffer ();
}

/*------------------------------------------------------------------------*/
/* Several processes. */

/* Of a program alone it wrote it, or its children did. */
static void add_lines (const char *bytes, size_t count) {
  sett_shared *shared = engine.shared;
  if (!shared->orders.alone)
    sett_process_output_write (&shared->output, engine.process,
                               shared->members[engine.process].name, bytes,
                               count, most_output);
  else if (shared->output.length < most_output)
    sett_process_output_add (&shared->output, bytes, count);
}

/*------------------------------------------------------------------------*/

static void keep (const char *bytes, size_t size) {
  const size_t room = written < most_output ? most_output - written : 0;
  const size_t part = size < room ? size : room;
  if (engine.multi)
    add_lines (bytes, size);
  else if (part)
    sett_raw (SYS_pwrite64, kept, bytes, part, (long)written);
  written += part;
}

long sett_output_write (const sett_call *call) {
  const int show = shown[call->a[0] == 2 ? 2 : 1];
  if (show >= 0)
    sett_raw (SYS_write, show, call->a[1], call->a[2]);
  if (engine.shared->orders.list == SETT_LIST_OUTCOMES)
    world->written = XXH3_64bits_withSeed ((const void *)call->a[1],
                                           (size_t)call->a[2], world->written);
  if (kept >= 0)
    keep ((const char *)call->a[1], (size_t)call->a[2]);
  return call->a[2];
}

int sett_output_is_ordered (void) {
  if (engine.shared->orders.list != SETT_LIST_OUTCOMES)
    return 0;
  if (!engine.ordered_output && sett_threads_many (world->alive))
    sett_know_ordered_output ();
  return engine.ordered_output;
}

/* The object stands for all that is written so: not for streams, whose calls
   are events of their own. */
void sett_output_order (long number, uintptr_t place) {
  static const char written_to;
  if (!sett_descriptors_is_output (number) || !sett_output_is_ordered ())
    return;
  sett_visible (SETT_DO_STREAM, &written_to, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (&written_to, SETT_EFFECT_CHANGE, 0);
  sett_spin_progress ();
}

void sett_output_say (const char *text, size_t size) {
  sett_raw (SYS_write, shown[2] < 0 ? 2 : shown[2], text, size);
}

static long copy_out (char *text, size_t from, size_t size) {
  if (!engine.multi)
    return sett_raw (SYS_pread64, kept, text, size, (long)from);
  memcpy (text, engine.shared->output.text + from, size);
  return (long)size;
}

static size_t length (void) {
  return engine.multi ? engine.shared->output.length : written;
}

char *sett_output_get (unsigned long *size) {
  *size = 0;
  if (kept < 0)
    return NULL;
  char *text = sett_alloc (length () + 1);
  const long n = copy_out (text, 0, length ());
  *size = n > 0 ? (unsigned long)n : 0;
  return text;
}

size_t sett_output_tail (char *text, size_t most) {
  SETT_ASSERT (most);
  if (kept < 0)
    return 0;
  const size_t from = length () > most ? length () - most : 0;
  const long n = copy_out (text, from, length () - from);
  return n > 0 ? (size_t)n : 0;
}

const uint8_t *sett_output_writers (size_t *count) {
  const sett_process_output *o = &engine.shared->output;
  *count = engine.multi ? o->line_count : 0;
  return o->writers;
}

/*------------------------------------------------------------------------*/
/* From one execution to the next. */

void sett_output_snapshot (void) {
  at_first = length ();
  lines_at_first = engine.shared->output.line_count;
}

/* The leader does it for all processes. */
void sett_output_restore (void) {
  written = at_first;
  if (engine.multi && !engine.process)
    sett_process_output_back (&engine.shared->output, at_first, lines_at_first);
}

size_t sett_output_mark (void) {
  return written;
}

void sett_output_back (size_t mark) {
  SETT_ASSERT (mark <= written);
  written = mark;
}

void sett_output_compare (void) {
  sett_shared *shared = engine.shared;
  unsigned long size;
  char *text = sett_output_get (&size);
  const uint64_t hash = XXH3_64bits (text, size);
  if (!shared->outputs++)
    the_hash = hash;
  shared->outputs_differ += hash != the_hash;
  if (shared->outputs == 1 || (hash != the_hash && !shared->other_output)) {
    *(shared->outputs == 1 ? &shared->first_output : &shared->other_output) =
        text;
    if (shared->outputs == 1)
      shared->first_length = size;
    text[size] = 0;
    return;
  }
  sett_free (text, length () + 1);
}
