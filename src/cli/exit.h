/* The exit statuses, which are part of the interface. */

#ifndef SETT_CLI_EXIT_H
#define SETT_CLI_EXIT_H

typedef enum sett_exit {
#define STATUS(NAME, NUMBER, TEXT) SETT_EXIT_##NAME = NUMBER,
#include "cli/exit.def"
#undef STATUS
} sett_exit;

#endif
