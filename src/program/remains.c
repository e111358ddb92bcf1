/* Files that processes have created and could not remove: see remains.h.

   The run-time removes what an execution has created before the next one
   begins, but not if it is killed.  What is not the same file any more stays:
   somebody else may have taken the name. */

#include "program/remains.h"

#include "program/board.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void remove_one (const sett_created *c) {
  struct stat s;
  if (!memchr (c->path, 0, sizeof c->path) || c->path[0] != '/' ||
      lstat (c->path, &s) || s.st_dev != c->device || s.st_ino != c->inode)
    return;
  if (S_ISDIR (s.st_mode))
    rmdir (c->path);
  else
    unlink (c->path);
}

void sett_remains_remove (sett_board *board) {
  if (board->created_count > SETT_MOST_CREATED ||
      !sett_board_contains (board, board->created,
                            SETT_MOST_CREATED * sizeof *board->created))
    return;
  while (board->created_count)
    remove_one (&board->created[--board->created_count]);
}
