/* What addresses of a program mean to people: functions, lines of source and
   variables, from the symbols and the debug information of its modules. */

#ifndef SETT_PROGRAM_SYMBOLS_H
#define SETT_PROGRAM_SYMBOLS_H

#include "program/blocks.h"
#include "shared/shared.h"

struct sett_text;

typedef struct sett_symbols sett_symbols;

/* One frame of a stack as the source has it.  The strings live as long as the
   symbols. */
typedef struct sett_call_frame {
  const char *function; /* null: unknown */
  const char *file;     /* null: unknown; relative to the current directory
                           where that is shorter */
  unsigned line;
  int foreign; /* of a library, of the system, or of the run-time */
} sett_call_frame;

typedef struct sett_call_frames {
  const sett_call_frame *at; /* innermost first: functions that were inlined */
  size_t count;              /* at least 1 */
} sett_call_frames;

/* `program` is the path of the executable, `library` that of the run-time. */
sett_symbols *sett_symbols_create (const sett_member *, const char *program,
                                   const char *library);
void sett_symbols_destroy (sett_symbols *);

/* The frames of one return address (of the call before it). */
sett_call_frames sett_symbols_frames (sett_symbols *, uintptr_t return_address);

/* The frame of a function that begins at this address. */
sett_call_frames sett_symbols_function (sett_symbols *, uintptr_t address);

/* Adds the name of the variable, member or element that lies at `address` in
   the static memory of a module: "queue.items[3]".  False if there is no name.
   `leaf` (may be null): its type; addr is null if that is unknown. */
int sett_symbols_variable (sett_symbols *, uintptr_t address, size_t size,
                           struct sett_text *, Dwarf_Die *leaf);

/* The same for a local variable: `pc` is in the function whose frame has this
   base (the value of its frame pointer). */
int sett_symbols_local (sett_symbols *, uintptr_t address, size_t size,
                        uintptr_t pc, uintptr_t base, struct sett_text *,
                        Dwarf_Die *leaf);

/* What blocks are that were allocated by the call that returns here; lives as
   long as the symbols. */
const sett_block_type *sett_symbols_block (sett_symbols *,
                                           uintptr_t return_address);

#endif
