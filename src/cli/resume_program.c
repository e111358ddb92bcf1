/* sett resume of a program: the environment is what it was, and the check goes
   on. What decides how programs are loaded stays as it is here. */

#include "cli/program_checkpoint.h"

#include "base/memory.h"

#include <string.h>

extern char **environ;

typedef SETT_VECTOR (char *) text_list;

/* What the loader of programs obeys is not for a file to say. */
static int is_for_loader (const char *word) {
  return !strncmp (word, "LD_", 3) || !strncmp (word, "GLIBC_TUNABLES", 14);
}

/* The old one stays where it is until the end, as others point to it. */
static void load_environment (sett_loader *loader, text_list *words) {
  sett_load_part (loader, "environ ");
  const uint64_t count = sett_load_count (loader, sizeof (uint64_t));
  for (uint64_t i = 0; i < count && !sett_loader_failed (loader); i++) {
    char *word = sett_load_text (loader);
    if (is_for_loader (word))
      sett_strfree (word);
    else
      SETT_PUSH (*words, word);
  }
  for (char **word = environ; *word; word++)
    if (is_for_loader (*word))
      SETT_PUSH (*words, sett_strdup (*word));
  SETT_PUSH (*words, NULL);
}

sett_exit sett_cli_resume_program (const char *path,
                                   const sett_options *options,
                                   sett_loader *loader,
                                   sett_checkpoint_head *head) {
  char **const before = environ;
  text_list words = {0};
  sett_program_checkpoints c = {.file = path,
                                .options = options,
                                .loader = loader,
                                .head = head,
                                .kill_at = sett_checkpoint_kill_at ()};
  load_environment (loader, &words);
  c.environment = words.at;
  const sett_exit status = sett_cli_check_program_from (options, &c);
  environ = before;
  for (size_t i = 0; i < words.count; i++)
    sett_strfree (words.at[i]);
  SETT_RELEASE (words);
  return status;
}
