/* The supervisor's end of the board: see board.h.

   The file is sparse: addresses cost nothing until they are used.  Its number
   is high, so that the program's own descriptors are what they always are. */

#include "program/board.h"

#include "base/text.h"
#include "shared/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, HIGH = 900 };

static size_t round_up (size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/* A file of that size with a high number; -1 if that fails. */
static int open_file (void) {
  const int low = memfd_create ("sett-board", MFD_CLOEXEC);
  if (low < 0)
    return -1;
  const int high = fcntl (low, F_DUPFD_CLOEXEC, HIGH);
  const int file = high < 0 ? low : high;
  if (high >= 0)
    close (low);
  if (!ftruncate (file, (off_t)SETT_BOARD_OFFSET (SETT_MOST_WORKERS)))
    return file;
  close (file);
  return -1;
}

void sett_board_clear (sett_board *board) {
  memset (board, 0, sizeof *board);
  board->magic = SETT_BOARD_MAGIC;
  board->size = SETT_BOARD_SIZE;
  board->in_use = round_up (sizeof *board, PAGE);
  board->member_count = board->initial_count = board->birth_count = 1;
}

static void prepare (sett_board *board, size_t most_memory) {
  sett_board_clear (board);
  board->most_memory = most_memory && most_memory < SETT_BOARD_SIZE
                           ? most_memory
                           : SETT_BOARD_SIZE;
}

/* The fixed address, if it is to be there; else anywhere.  Null: that fails. */
static void *map (int file, void *fixed, unsigned worker) {
  void *at =
      mmap (fixed, SETT_BOARD_SIZE, PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_NORESERVE | (fixed ? MAP_FIXED_NOREPLACE : 0),
            file, (off_t)SETT_BOARD_OFFSET (worker));
  return at == MAP_FAILED || (fixed && at != fixed) ? NULL : at;
}

int sett_board_open (sett_board_handle *h, size_t most_memory,
                     sett_text *error) {
  *h = (sett_board_handle){.file = open_file ()};
  if (h->file < 0) {
    sett_text_addf (error, "cannot make the shared memory: %s",
                    strerror (errno));
    return 0;
  }
  h->board = map (h->file, SETT_BOARD_ADDRESS, 0);
  if (!h->board) {
    sett_text_addf (error, "cannot map the shared memory: %s",
                    strerror (errno));
    close (h->file);
    return 0;
  }
  prepare (h->board, most_memory);
  return 1;
}

void sett_board_close (sett_board_handle *h) {
  if (!h->board)
    return;
  munmap (h->board, SETT_BOARD_SIZE);
  close (h->file);
  *h = (sett_board_handle){.file = -1};
}

int sett_board_turn_to (sett_board_handle *h, unsigned worker) {
  munmap (h->board, SETT_BOARD_SIZE);
  h->board = map (h->file, SETT_BOARD_ADDRESS, worker);
  return h->board != NULL;
}

sett_board *sett_board_watch (const sett_board_handle *h, unsigned worker,
                              size_t most_memory) {
  /* What an earlier worker left there is of no use. */
  fallocate (h->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
             (off_t)SETT_BOARD_OFFSET (worker),
             (off_t)(SETT_BOARD_SIZE + SETT_COMMONS_SIZE));
  fallocate (h->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
             (off_t)SETT_SHADOW_OFFSET (worker), (off_t)SETT_SHADOW_SIZE);
  sett_board *board = map (h->file, NULL, worker);
  if (board)
    prepare (board, most_memory);
  return board;
}

void sett_board_unwatch (sett_board *board) {
  if (board)
    munmap (board, SETT_BOARD_SIZE);
}

sett_share *sett_share_watch (const sett_board_handle *h) {
  void *at = mmap (NULL, SETT_SHARE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
                   h->file, 0);
  return at == MAP_FAILED ? NULL : at;
}

void sett_share_unwatch (sett_share *share) {
  if (share)
    munmap (share, SETT_SHARE_SIZE);
}

void *sett_board_put (sett_board *board, const void *from, size_t bytes) {
  const size_t offset = board->in_use;
  if (!bytes)
    return NULL;
  memcpy ((char *)board + offset, from, bytes);
  board->in_use = round_up (offset + bytes, PAGE);
  return (char *)SETT_BOARD_ADDRESS + offset;
}

int sett_board_contains (const sett_board *board, const void *at,
                         size_t bytes) {
  const uintptr_t low = (uintptr_t)board, from = (uintptr_t)at;
  return from >= low && bytes <= SETT_BOARD_SIZE &&
         from - low <= SETT_BOARD_SIZE - bytes;
}
