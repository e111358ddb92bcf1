/* Completions: see completion.h.  What a shell offers is what the parser takes:
   both read commands.def and options.def. */

#include "cli/completion.h"

#include "base/text.h"
#include "cli/options.h"

#include <string.h>

static const char *const commands[] = {
#define COMMAND(NAME, FUNCTION, WORD, OPERANDS, TEXT) WORD,
#include "cli/commands.def"
#undef COMMAND
};

static const char *const explanations[] = {
#define COMMAND(NAME, FUNCTION, WORD, OPERANDS, TEXT) TEXT,
#include "cli/commands.def"
#undef COMMAND
};

/* A switch that is on is offered as the way to turn it off. */
static const char *prefix_of (const sett_option *row) {
  return row->type == SETT_OPTION_SWITCH && row->standard ? "no-" : "";
}

static int wants_word (const sett_option *row) {
  return row->type != SETT_OPTION_SWITCH && row->type != SETT_OPTION_MAYBE;
}

static int is_of (const sett_option *row, int command) {
  return (row->commands & 1u << command) != 0;
}

/* The words of a choice, with blanks between them; nothing for others. */
static void add_choices (const sett_option *row, sett_text *text) {
  char word[32];
  if (row->type != SETT_OPTION_CHOICE)
    return;
  for (int i = 0; sett_options_choice (row, i, word); i++)
    sett_text_addf (text, "%s%s", i ? " " : "", word);
}

/* In single quotes; what is explained ends at its first clause. */
static void add_quoted (const char *words, sett_text *text) {
  sett_text_add (text, "'");
  for (; *words && *words != ';' && *words != '('; words++)
    if (*words == '\'')
      sett_text_add (text, "'\\''");
    else if (*words == '[' || *words == ']')
      sett_text_addf (text, "\\%c", *words);
    else
      sett_text_add_bytes (text, words, 1);
  sett_text_add (text, "'");
}

static void add_commands (sett_text *text) {
  for (int i = 0; i < SETT_COMMANDS; i++)
    sett_text_addf (text, "%s%s", i ? " " : "", commands[i]);
}

/*------------------------------------------------------------------------*/
/* bash */

static void add_bash_command (int command, sett_text *text) {
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  sett_text_addf (text, "    %s) words=\"", commands[command]);
  for (size_t i = 0; i < count; i++)
    if (is_of (rows + i, command))
      sett_text_addf (text, "--%s%s ", prefix_of (rows + i), rows[i].name);
  sett_text_add (text, "\" ;;\n");
}

static void add_bash (sett_text *text) {
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  sett_text_add (text, "# Completion of sett for bash.\n"
                       "_sett () {\n"
                       "  local word=${COMP_WORDS[COMP_CWORD]} words=\n"
                       "  local before=${COMP_WORDS[COMP_CWORD-1]}\n"
                       "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                       "    COMPREPLY=($(compgen -W \"");
  add_commands (text);
  sett_text_add (text, "\" -- \"$word\"))\n    return\n  fi\n"
                       "  case $before in\n");
  for (size_t i = 0; i < count; i++)
    if (rows[i].type == SETT_OPTION_CHOICE) {
      sett_text_addf (text, "    --%s) words=\"", rows[i].name);
      add_choices (rows + i, text);
      sett_text_add (text, "\" ;;\n");
    }
  sett_text_add (text, "  esac\n"
                       "  if [ -n \"$words\" ]; then\n"
                       "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                       "    return\n  fi\n"
                       "  case ${COMP_WORDS[1]} in\n");
  for (int i = 0; i < SETT_COMMANDS; i++)
    add_bash_command (i, text);
  sett_text_add (text, "  esac\n"
                       "  [[ $word != -* ]] ||\n"
                       "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                       "}\n"
                       "complete -o default -F _sett sett\n");
}

/*------------------------------------------------------------------------*/
/* zsh */

static void add_zsh_option (const sett_option *row, sett_text *text) {
  sett_text_addf (text, "        --%s%s%s\"[\"", prefix_of (row), row->name,
                  row->type == SETT_OPTION_MAYBE ? "=-" : "");
  add_quoted (row->text, text);
  sett_text_add (text, "\"]\"");
  if (row->type == SETT_OPTION_CHOICE) {
    sett_text_addf (text, "\":%s:(", row->name);
    add_choices (row, text);
    sett_text_add (text, ")\"");
  } else if (wants_word (row))
    sett_text_addf (text, "\":%s:_files\"", row->name);
  sett_text_add (text, " \\\n");
}

static void add_zsh (sett_text *text) {
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  sett_text_add (text, "#compdef sett\n"
                       "# Completion of sett for zsh.\n"
                       "if (( CURRENT == 2 )); then\n  compadd ");
  add_commands (text);
  sett_text_add (text, "\nelse\n  local command=$words[2]\n  shift words\n"
                       "  (( CURRENT-- ))\n  case $command in\n");
  for (int i = 0; i < SETT_COMMANDS; i++) {
    sett_text_addf (text, "    %s)\n      _arguments \\\n", commands[i]);
    for (size_t k = 0; k < count; k++)
      if (is_of (rows + k, i))
        add_zsh_option (rows + k, text);
    sett_text_add (text, "        '*:file:_files' ;;\n");
  }
  sett_text_add (text, "  esac\nfi\n");
}

/*------------------------------------------------------------------------*/
/* fish */

static void add_fish_option (int command, const sett_option *row,
                             sett_text *text) {
  sett_text_addf (text,
                  "complete -c sett -n '__fish_seen_subcommand_from %s' "
                  "-l %s%s",
                  commands[command], prefix_of (row), row->name);
  if (row->letter && !*prefix_of (row))
    sett_text_addf (text, " -s %c", row->letter);
  if (wants_word (row))
    sett_text_add (text, row->type == SETT_OPTION_CHOICE ? " -x -a '" : " -r");
  add_choices (row, text);
  sett_text_add (text, row->type == SETT_OPTION_CHOICE ? "' -d " : " -d ");
  add_quoted (row->text, text);
  sett_text_add (text, "\n");
}

static void add_fish (sett_text *text) {
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  sett_text_add (text, "# Completion of sett for fish.\n");
  for (int i = 0; i < SETT_COMMANDS; i++) {
    sett_text_addf (text,
                    "complete -c sett -f -n '__fish_use_subcommand' -a '%s' "
                    "-d ",
                    commands[i]);
    add_quoted (explanations[i], text);
    sett_text_add (text, "\n");
  }
  for (int i = 0; i < SETT_COMMANDS; i++)
    for (size_t k = 0; k < count; k++)
      if (is_of (rows + k, i))
        add_fish_option (i, rows + k, text);
}

/*------------------------------------------------------------------------*/

int sett_completion_add (const char *shell, sett_text *text) {
  if (!strcmp (shell, "bash"))
    add_bash (text);
  else if (!strcmp (shell, "zsh"))
    add_zsh (text);
  else if (!strcmp (shell, "fish"))
    add_fish (text);
  else
    return 0;
  return 1;
}
