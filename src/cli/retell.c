/* Running a schedule again: see program.h. */

#include "base/terminal.h"
#include "cli/program.h"

#include <stdio.h>
#include <string.h>

/* The last account on the board. */
static const sett_account *find_account (const sett_board *board) {
  const sett_account *a = board->accounts;
  uint32_t left = board->account_count;
  while (a && sett_account_is_sound (board, a) && a->next && --left)
    a = a->next;
  return a && sett_account_is_sound (board, a) ? a : NULL;
}

int sett_retell (sett_retelling *r, const sett_system *system,
                 const sett_kit *kit, const sett_orders *orders,
                 const volatile int *interrupted, sett_text *error) {
  const sett_job job = {.system = system,
                        .library = kit->library,
                        .orders = *orders,
                        .interrupted = interrupted};
  *r = (sett_retelling){0};
  if (!sett_run (&job, &r->handle, &r->supervised, error))
    return 0;
  r->account = find_account (r->handle.board);
  r->cast = sett_cast_make (r->handle.board, system, kit->library);
  if (r->account)
    sett_teller_init (&r->teller, r->account, &r->cast);
  return 1;
}

void sett_retelling_release (sett_retelling *r) {
  if (r->account)
    sett_teller_release (&r->teller);
  sett_cast_release (&r->cast);
  sett_board_close (&r->handle);
}

void sett_retelling_add (sett_retelling *r, int stacks, int abridge,
                         const char *trace, sett_text *text) {
  sett_text command = {0};
  if (trace)
    sett_text_addf (&command, "sett replay %s", trace);
  const sett_tell_style style = {.colours = sett_terminal_colours (stdout),
                                 .stacks = stacks,
                                 .abridge = abridge,
                                 .complete = trace ? command.at : NULL};
  sett_tell_fault (&r->teller, &style, text);
  sett_text_add (text, "\n");
  sett_tell_schedule (&r->teller, &style, text);
  sett_tell_output (&r->teller, &style, text);
  sett_text_release (&command);
}
