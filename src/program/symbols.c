/* What addresses mean: see symbols.h.

   Compilation units are asked one by one whether they contain an address:
   the index that would be faster (.debug_aranges) is not written by every
   compiler.  Answers are kept, by address. */

#include "program/symbols.h"

#include "base/arena.h"
#include "base/assert.h"
#include "base/text.h"
#include "base/vector.h"
#include "program/filename.h"
#include "program/variables.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct answer {
  uintptr_t address;
  sett_call_frames frames;
} answer;

typedef struct block_place {
  uintptr_t address;
  sett_block_type *type; /* owned */
} block_place;

struct sett_symbols {
  Dwfl *dwfl;
  const char *library; /* the run-time: its frames are not the user's */
  const sett_named_frame *named; /* code that has names, no addresses... */
  uint32_t named_count;          /* ...so many; or null */
  sett_arena arena;
  SETT_VECTOR (answer) answers;
  SETT_VECTOR (block_place) blocks;
  sett_variables variables;
};

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
};

/* The program calls itself by a name that means something else here. */
static void report_module (sett_symbols *s, const sett_module *m,
                           const char *program) {
  if (!memchr (m->path, 0, sizeof m->path))
    return;
  const int itself = !*m->path || !strcmp (m->path, "/proc/self/exe");
  const char *path = itself ? program : m->path;
  dwfl_report_elf (s->dwfl, path, path, -1, m->base, true);
}

sett_symbols *sett_symbols_create (const sett_member *member,
                                   const char *program, const char *library) {
  sett_symbols *s = sett_zalloc (1, sizeof *s);
  unsetenv ("DEBUGINFOD_URLS"); /* nothing is asked for on the network */
  s->library = library;
  if (member->frames) {
    s->named = member->frames;
    s->named_count = member->frame_count;
    return s;
  }
  s->dwfl = dwfl_begin (&callbacks);
  if (!s->dwfl)
    return s;
  dwfl_report_begin (s->dwfl);
  for (uint32_t i = 0; i < member->module_count && i < SETT_MOST_MODULES; i++)
    report_module (s, &member->modules[i], program);
  dwfl_report_end (s->dwfl, NULL, NULL);
  return s;
}

void sett_symbols_destroy (sett_symbols *s) {
  if (!s)
    return;
  sett_variables_release (&s->variables);
  for (size_t i = 0; i < s->blocks.count; i++) {
    sett_block_type_release (s->blocks.at[i].type);
    sett_free (s->blocks.at[i].type, sizeof (sett_block_type));
  }
  SETT_RELEASE (s->blocks);
  SETT_RELEASE (s->answers);
  sett_arena_release (&s->arena);
  if (s->dwfl)
    dwfl_end (s->dwfl);
  sett_free (s, sizeof *s);
}

/*------------------------------------------------------------------------*/
/* Frames. */

typedef struct finder {
  sett_symbols *symbols;
  Dwfl_Module *module;
  Dwarf_Addr bias; /* of the debug information */
  Dwarf_Die unit;
  uintptr_t pc;
  SETT_VECTOR (sett_call_frame) frames;
} finder;

/* Headers of the system and sett.h are not what the user looks for. */
static int is_system (const char *path) {
  const char *slash = strrchr (path, '/');
  return !strncmp (path, "/usr/", 5) || !strncmp (path, "/lib", 4) ||
         (slash && !strcmp (slash, "/sett.h"));
}

static const char *module_path (Dwfl_Module *module) {
  const char *path =
      dwfl_module_info (module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  return path ? path : "";
}

/* Of the system's libraries names are enough; to unpack what is known of the C
   library would take longer than most checks. */
static int find_unit (finder *f) {
  Dwarf_Die *unit = NULL;
  if (is_system (module_path (f->module)))
    return 0;
  while ((unit = dwfl_module_nextcu (f->module, unit, &f->bias)))
    if (dwarf_haspc (unit, f->pc - f->bias) > 0) {
      f->unit = *unit;
      return 1;
    }
  return 0;
}

static const char *keep_path (sett_symbols *s, const char *path) {
  sett_text text = {0};
  if (!path)
    return NULL;
  sett_filename_add (&text, path);
  const char *kept =
      sett_arena_copy (&s->arena, sett_text_get (&text), text.length);
  sett_text_release (&text);
  return kept;
}

/* Names of C++ in its own notation: its library, which is there where there are
   such programs, knows how. */
static char *demangle (const char *word) {
  typedef char *demangler (const char *, char *, size_t *, int *);
  static demangler *ask;
  static int looked;
  if (strncmp (word, "_Z", 2))
    return NULL;
  if (!looked++) {
    void *library = dlopen ("libstdc++.so.6", RTLD_LAZY);
    if (library)
      ask = (demangler *)dlsym (library, "__cxa_demangle");
  }
  return ask ? ask (word, NULL, NULL, NULL) : NULL;
}

/* Without parameters, which are many where they are types. */
static size_t name_length (const char *name) {
  const char *parameters = strchr (name, '(');
  return parameters && !strstr (name, "lambda") && !strstr (name, "operator")
             ? (size_t)(parameters - name)
             : strlen (name);
}

static const char *keep (sett_symbols *s, const char *word) {
  if (!word)
    return NULL;
  if (!strcmp (word, "operator()"))
    return "lambda";
  char *plain = demangle (word);
  const char *best = plain ? plain : word;
  const char *kept = sett_arena_copy (&s->arena, best, name_length (best));
  free (plain);
  return kept;
}

/* The one before main. */
static int is_entry (const char *function) {
  return function && !strcmp (function, "_start");
}

static void add_frame (finder *f, const char *function, const char *file,
                       unsigned line) {
  const char *module = module_path (f->module);
  const sett_call_frame frame = {
      .function = keep (f->symbols, function),
      .file = keep_path (f->symbols, file),
      .line = line,
      .foreign = (file && is_system (file)) || is_system (module) ||
                 !strcmp (module, f->symbols->library) || is_entry (function),
  };
  SETT_PUSH (f->frames, frame);
}

static int number_of (Dwarf_Die *die, unsigned name, unsigned *number) {
  Dwarf_Attribute attribute;
  Dwarf_Word value;
  if (!dwarf_attr (die, name, &attribute) ||
      dwarf_formudata (&attribute, &value))
    return 0;
  *number = (unsigned)value;
  return 1;
}

/* Where the call of an inlined function is. */
static void find_call (finder *f, Dwarf_Die *inlined, const char **file,
                       unsigned *line) {
  Dwarf_Files *files;
  size_t count;
  unsigned index;
  *file = NULL;
  *line = 0;
  if (number_of (inlined, DW_AT_call_file, &index) &&
      !dwarf_getsrcfiles (&f->unit, &files, &count) && index < count)
    *file = dwarf_filesrc (files, index, NULL, NULL);
  number_of (inlined, DW_AT_call_line, line);
}

/* From the innermost function that was inlined to the one that was not. */
static void add_functions (finder *f, const char *file, unsigned line) {
  Dwarf_Die functions[SETT_MOST_INLINED];
  for (size_t i =
           sett_variables_functions (&f->unit, f->pc - f->bias, functions);
       i--;) {
    add_frame (f, dwarf_diename (&functions[i]), file, line);
    if (i)
      find_call (f, &functions[i], &file, &line);
  }
}

static void add_by_debug_information (finder *f) {
  Dwarf_Line *at = dwarf_getsrc_die (&f->unit, f->pc - f->bias);
  int line = 0;
  const char *file = at ? dwarf_linesrc (at, NULL, NULL) : NULL;
  if (at)
    dwarf_lineno (at, &line);
  add_functions (f, file, (unsigned)line);
  if (!f->frames.count)
    add_frame (f, dwfl_module_addrname (f->module, f->pc), file,
               (unsigned)line);
}

static void find_frames (finder *f) {
  f->module =
      f->symbols->dwfl ? dwfl_addrmodule (f->symbols->dwfl, f->pc) : NULL;
  if (!f->module) {
    const sett_call_frame unknown = {.foreign = 1};
    SETT_PUSH (f->frames, unknown);
  } else if (find_unit (f))
    add_by_debug_information (f);
  else
    add_frame (f, dwfl_module_addrname (f->module, f->pc), NULL, 0);
}

/* Texts may have been overwritten. */
static int is_text (const char *text, size_t size) {
  return *text && memchr (text, 0, size);
}

static void add_named (finder *f) {
  const sett_symbols *s = f->symbols;
  sett_call_frame frame = {.foreign = 1};
  if (f->pc && f->pc < s->named_count) {
    const sett_named_frame *n = &s->named[f->pc];
    frame = (sett_call_frame){
        .function =
            is_text (n->function, sizeof n->function) ? n->function : NULL,
        .file = is_text (n->file, sizeof n->file) ? n->file : NULL,
        .line = n->line,
        .foreign = n->foreign};
  }
  SETT_PUSH (f->frames, frame);
}

sett_call_frames sett_symbols_function (sett_symbols *s, uintptr_t address) {
  for (size_t i = 0; i < s->answers.count; i++)
    if (s->answers.at[i].address == address)
      return s->answers.at[i].frames;
  finder f = {.symbols = s, .pc = address};
  if (s->named)
    add_named (&f);
  else
    find_frames (&f);
  SETT_ASSERT (f.frames.count); /* one that is not known, if nothing else */
  sett_call_frame *kept =
      sett_arena_get (&s->arena, f.frames.count * sizeof *f.frames.at);
  memcpy (kept, f.frames.at, f.frames.count * sizeof *f.frames.at);
  const answer fresh = {address, {kept, f.frames.count}};
  SETT_PUSH (s->answers, fresh);
  SETT_RELEASE (f.frames);
  return fresh.frames;
}

sett_call_frames sett_symbols_frames (sett_symbols *s,
                                      uintptr_t return_address) {
  return sett_symbols_function (s, return_address - 1);
}

/*------------------------------------------------------------------------*/
/* Variables. */

/* Without debug information: the symbol and how far from it. */
static int add_symbol (Dwfl_Module *module, uintptr_t address,
                       sett_text *text) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char *name = dwfl_module_addrinfo (module, address, &offset, &symbol,
                                           NULL, NULL, NULL);
  if (!name || GELF_ST_TYPE (symbol.st_info) == STT_FUNC)
    return 0;
  char *plain = demangle (name);
  sett_text_add (text, plain ? plain : name);
  free (plain);
  if (offset)
    sett_text_addf (text, "+%lu", (unsigned long)offset);
  return 1;
}

int sett_symbols_variable (sett_symbols *s, uintptr_t address, size_t size,
                           sett_text *text, Dwarf_Die *leaf) {
  if (leaf)
    *leaf = (Dwarf_Die){0};
  Dwfl_Module *module = s->dwfl ? dwfl_addrmodule (s->dwfl, address) : NULL;
  if (!module)
    return 0;
  return sett_variables_add_static (&s->variables, module, address, size, text,
                                    leaf) ||
         add_symbol (module, address, text);
}

int sett_symbols_local (sett_symbols *s, uintptr_t address, size_t size,
                        uintptr_t pc, uintptr_t base, sett_text *text,
                        Dwarf_Die *leaf) {
  finder f = {.symbols = s, .pc = pc};
  if (leaf)
    *leaf = (Dwarf_Die){0};
  f.module = s->dwfl ? dwfl_addrmodule (s->dwfl, pc) : NULL;
  if (!f.module || !find_unit (&f))
    return 0;
  return sett_variables_add_local (&f.unit, pc - f.bias, base, address, size,
                                   text, leaf);
}

/*------------------------------------------------------------------------*/
/* Blocks of the heap. */

/* A line of a source, from 1; false: it cannot be read. */
static int read_line (const char *file, unsigned number, sett_text *text) {
  FILE *source = fopen (file, "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t length = -1;
  for (unsigned i = 0; source && i < number; i++)
    if ((length = getline (&line, &room, source)) < 0)
      break;
  if (length > 0)
    sett_text_add_bytes (text, line, strcspn (line, "\n"));
  free (line);
  if (source)
    fclose (source);
  return length > 0;
}

static void read_block (sett_symbols *s, uintptr_t pc, sett_block_type *type) {
  const sett_call_frames frames = sett_symbols_function (s, pc);
  const sett_call_frame *own = NULL;
  for (size_t i = 0; i < frames.count && !own; i++)
    if (!frames.at[i].foreign && frames.at[i].file)
      own = frames.at + i;
  finder f = {.symbols = s, .pc = pc};
  f.module = s->dwfl ? dwfl_addrmodule (s->dwfl, pc) : NULL;
  sett_text line = {0};
  if (own && f.module && find_unit (&f) &&
      read_line (own->file, own->line, &line))
    sett_block_type_read (type, &f.unit, pc - f.bias, sett_text_get (&line));
  sett_text_release (&line);
}

const sett_block_type *sett_symbols_block (sett_symbols *s,
                                           uintptr_t return_address) {
  for (size_t i = 0; i < s->blocks.count; i++)
    if (s->blocks.at[i].address == return_address)
      return s->blocks.at[i].type;
  const block_place fresh = {return_address,
                             sett_zalloc (1, sizeof (sett_block_type))};
  read_block (s, return_address - 1, fresh.type);
  SETT_PUSH (s->blocks, fresh);
  return fresh.type;
}
