/* The supervisor's end of the board: see board.h.

   The file is sparse: addresses cost nothing until they are used.  Its number
   is high, so that the program's own descriptors are what they always are. */

#include "program/board.h"

#include "base/text.h"

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
  if (!ftruncate (file, (off_t)(SETT_BOARD_SIZE + SETT_COMMONS_SIZE)))
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

int sett_board_open (sett_board_handle *h, size_t most_memory,
                     sett_text *error) {
  *h = (sett_board_handle){.file = open_file ()};
  if (h->file < 0) {
    sett_text_addf (error, "cannot make the shared memory: %s",
                    strerror (errno));
    return 0;
  }
  void *at =
      mmap (SETT_BOARD_ADDRESS, SETT_BOARD_SIZE, PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, h->file, 0);
  if (at != SETT_BOARD_ADDRESS) {
    sett_text_addf (error, "cannot map the shared memory: %s",
                    strerror (errno));
    close (h->file);
    return 0;
  }
  h->board = at;
  sett_board_clear (h->board);
  h->board->most_memory = most_memory && most_memory < SETT_BOARD_SIZE
                              ? most_memory
                              : SETT_BOARD_SIZE;
  return 1;
}

void sett_board_close (sett_board_handle *h) {
  if (!h->board)
    return;
  munmap (h->board, SETT_BOARD_SIZE);
  close (h->file);
  *h = (sett_board_handle){.file = -1};
}

void *sett_board_get (sett_board *board, size_t bytes) {
  void *result = (char *)board + board->in_use;
  board->in_use = round_up (board->in_use + bytes, PAGE);
  return result;
}

int sett_board_contains (const sett_board *board, const void *at,
                         size_t bytes) {
  const uintptr_t low = (uintptr_t)board, from = (uintptr_t)at;
  return from >= low && bytes <= SETT_BOARD_SIZE &&
         from - low <= SETT_BOARD_SIZE - bytes;
}
