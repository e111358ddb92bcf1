#include "runtime/output.h"

#include "base/memory.h"
#include "runtime/descriptors.h"
#include "runtime/engine.h"

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
static int kept = -1;     /* descriptor of the file that it is kept in */
static size_t written;    /* in this execution, so far... */
static size_t at_first;   /* ...and at the snapshot */
static uint64_t the_hash; /* of the first execution's */

int sett_output_wanted (void) {
  return !diverted || kept >= 0;
}

/* With a buffer from the start the C library does not ask the kernel what kind
   of file it is, in every execution. */
static void give_buffer (void) {
  char *buffer = malloc (BUFSIZ);
  if (buffer)
    setvbuf (stdout, buffer, _IOFBF, BUFSIZ);
}

void sett_output_divert (void) {
  const sett_orders *orders = &engine.board->orders;
  int fd;
  if (orders->task == SETT_TASK_REPLAY && orders->show_output)
    return;
  if (orders->task != SETT_TASK_SEARCH || orders->list) {
    fd = (int)sett_raw (SYS_memfd_create, "output", 1 /* close on exec */);
    kept = sett_descriptors_hide ((int)sett_raw (SYS_dup, fd));
  } else
    fd = (int)sett_raw (SYS_open, "/dev/null", O_WRONLY | O_CLOEXEC, 0);
  for (int i = 1; i < 3; i++) {
    sett_raw (SYS_dup2, fd, i);
    sett_descriptors_set_output (i);
  }
  sett_raw (SYS_close, fd);
  diverted = 1;
  give_buffer ();
}

long sett_output_write (const sett_call *call) {
  const size_t size = (size_t)call->a[2];
  if (kept >= 0 && written < most_output) {
    const size_t room = most_output - written;
    const size_t part = size < room ? size : room;
    const long n =
        sett_raw (SYS_pwrite64, kept, call->a[1], part, (long)written);
    if (n < 0)
      return n;
    written += part;
  }
  return (long)size;
}

char *sett_output_get (unsigned long *length) {
  *length = 0;
  if (kept < 0)
    return NULL;
  char *text = sett_alloc (written + 1);
  const long n = sett_raw (SYS_pread64, kept, text, written, 0);
  *length = n > 0 ? (unsigned long)n : 0;
  return text;
}

size_t sett_output_tail (char *text, size_t most) {
  if (kept < 0)
    return 0;
  const size_t from = written > most ? written - most : 0;
  const long n = sett_raw (SYS_pread64, kept, text, written - from, (long)from);
  return n > 0 ? (size_t)n : 0;
}

/*------------------------------------------------------------------------*/
/* From one execution to the next. */

void sett_output_snapshot (void) {
  at_first = written;
}

void sett_output_restore (void) {
  written = at_first;
}

size_t sett_output_mark (void) {
  return written;
}

void sett_output_back (size_t mark) {
  written = mark;
}

void sett_output_compare (void) {
  sett_board *board = engine.board;
  unsigned long length;
  char *text = sett_output_get (&length);
  const uint64_t hash = XXH3_64bits (text, length);
  if (!board->outputs++)
    the_hash = hash;
  board->outputs_differ += hash != the_hash;
  if (board->outputs == 1 || (hash != the_hash && !board->other_output)) {
    *(board->outputs == 1 ? &board->first_output : &board->other_output) = text;
    if (board->outputs == 1)
      board->first_length = length;
    text[length] = 0;
    return;
  }
  sett_free (text, written + 1);
}
