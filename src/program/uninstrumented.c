/* Units of an executable: see uninstrumented.h.

   Each unit's debug information says by whom it was made, with which flags (the
   drop-in compilers ask for that).  Code that no unit accounts for has no debug
   information: the files are named instead that the table of symbols has for
   its local functions, or if there are none the functions.  What the compiler
   adds to every program is left out: the start files, and pieces of its own
   libraries, which are hidden. */

#include "program/uninstrumented.h"

#include "base/text.h"
#include "base/vector.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

typedef struct span {
  GElf_Addr low, high;
} span;

typedef struct survey {
  SETT_VECTOR (span) known;             /* code that units account for */
  SETT_VECTOR (const char *) files;     /* of code that none accounts for... */
  SETT_VECTOR (const char *) functions; /* ...and all its functions */
  struct sett_text *names;
  size_t count;
} survey;

enum { MOST_NAMES = 8 };

static void add_name (survey *s, const char *name, const char *remark) {
  if (s->count++ < MOST_NAMES)
    sett_text_addf (s->names, "%s%s%s", s->count > 1 ? ", " : "", name, remark);
}

/*------------------------------------------------------------------------*/

static const char *text_of (Dwarf_Die *die, unsigned attribute) {
  Dwarf_Attribute found;
  return dwarf_formstring (dwarf_attr_integrate (die, attribute, &found));
}

/* Null: it is instrumented, all of it; otherwise what there is to say. */
static const char *lack_of (Dwarf_Die *unit) {
  const char *producer = text_of (unit, DW_AT_producer);
  if (dwarf_srclang (unit) == DW_LANG_Mips_Assembler)
    return " (assembler)";
  if (!producer || !strstr (producer, "-fsanitize=thread"))
    return "";
  return !strncmp (producer, "GNU ", 4) && !strstr (producer, "libsett-gcc-")
             ? " (structures by value: this gcc has no plug-in of Sett's)"
             : NULL;
}

/* Code that the linker has left out is at 0, or right after it. */
static int take_code (survey *s, Dwarf_Die *unit) {
  enum { NOWHERE = 16 };
  Dwarf_Addr base, low, high;
  ptrdiff_t next = 0;
  int any = 0;
  while ((next = dwarf_ranges (unit, next, &base, &low, &high)) > 0)
    if (low >= NOWHERE && high > low) {
      SETT_PUSH (s->known, ((span){low, high}));
      any = 1;
    }
  return any;
}

/* A skeleton has the code, and the rest is elsewhere. */
static void look_at_unit (survey *s, Dwarf_Die *skeleton, Dwarf_Die *unit) {
  const char *name = text_of (unit, DW_AT_name);
  if (!take_code (s, skeleton))
    return;
  const char *lack = lack_of (unit);
  if (lack)
    add_name (s, name ? name : "a unit without a name", lack);
}

static void look_at_units (survey *s, Dwarf *dwarf) {
  Dwarf_CU *cu = NULL;
  uint8_t kind;
  Dwarf_Die unit, split;
  while (!dwarf_get_units (dwarf, cu, &cu, NULL, &kind, &unit, &split))
    if (kind == DW_UT_compile)
      look_at_unit (s, &unit, &unit);
    else if (kind == DW_UT_skeleton)
      look_at_unit (s, &unit,
                    dwarf_tag (&split) == DW_TAG_compile_unit ? &split : &unit);
}

/*------------------------------------------------------------------------*/

static int is_known (const survey *s, GElf_Addr address) {
  for (size_t i = 0; i < s->known.count; i++)
    if (address >= s->known.at[i].low && address < s->known.at[i].high)
      return 1;
  return 0;
}

/* Parts of a function have its name and something behind a point. */
static int is_listed (const char *name, const char *const *list) {
  const size_t length = strcspn (name, ".");
  for (; *list; list++)
    if (!strcmp (*list, name) ||
        (!strncmp (*list, name, length) && !(*list)[length]))
      return 1;
  return 0;
}

/* What compilers add to each unit that they instrument. */
static int is_constructor (const char *name) {
  return !strncmp (name, "tsan.module_ctor", 16) ||
         !strncmp (name, "_sub_I_00099_", 13);
}

/* The linker makes what is hidden local. */
static int is_hidden (const GElf_Sym *symbol) {
  return GELF_ST_VISIBILITY (symbol->st_other) == STV_HIDDEN ||
         GELF_ST_BIND (symbol->st_info) == STB_LOCAL;
}

/* Of the start files, of the C library's and the compiler's static parts. */
static int is_usual (const char *name, const GElf_Sym *symbol) {
  static const char *const start[] = {"_start",
                                      "_init",
                                      "_fini",
                                      "_dl_relocate_static_pie",
                                      "deregister_tm_clones",
                                      "register_tm_clones",
                                      "__do_global_dtors_aux",
                                      "frame_dummy",
                                      "__clang_call_terminate",
                                      "etext",
                                      "_etext",
                                      "__etext",
                                      NULL};
  static const char *const hidden[] = {
      "atexit", "at_quick_exit", "stat", "fstat", "lstat", "fstatat", "mknod",
      "pthread_atfork", "mknodat",
      /* of the compiler, which asks what the processor can do */
      "has_cpu_feature", "set_cpu_feature", "get_available_features",
      "get_amd_cpu", "get_intel_cpu", "get_zhaoxin_cpu", NULL};
  return is_listed (name, start) ||
         (is_hidden (symbol) &&
          (!strncmp (name, "__", 2) || is_constructor (name) ||
           is_listed (name, hidden)));
}

static int is_code (Elf *elf, const GElf_Sym *symbol) {
  const int type = GELF_ST_TYPE (symbol->st_info);
  GElf_Shdr header;
  if (type != STT_FUNC &&
      (type != STT_NOTYPE || GELF_ST_BIND (symbol->st_info) != STB_GLOBAL))
    return 0;
  Elf_Scn *section = symbol->st_shndx && symbol->st_shndx < SHN_LORESERVE
                         ? elf_getscn (elf, symbol->st_shndx)
                         : NULL;
  return section && gelf_getshdr (section, &header) &&
         (header.sh_flags & SHF_EXECINSTR);
}

/* The table that names all functions: null if it was stripped. */
static Elf_Scn *find_symbols (Elf *elf, GElf_Shdr *header) {
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (elf, section)))
    if (gelf_getshdr (section, header) && header->sh_type == SHT_SYMTAB &&
        header->sh_entsize)
      return section;
  return NULL;
}

static void add_file (survey *s, const char *file) {
  for (size_t i = 0; i < s->files.count; i++)
    if (!strcmp (s->files.at[i], file))
      return;
  SETT_PUSH (s->files, file);
}

/* Local symbols stand behind the name of their file; others have none. */
static void note_symbol (survey *s, const char *name, const GElf_Sym *symbol,
                         const char *file) {
  SETT_PUSH (s->functions, name);
  if (file && *file && GELF_ST_BIND (symbol->st_info) == STB_LOCAL)
    add_file (s, file);
}

static void collect_functions (survey *s, Elf *elf, Elf_Scn *section,
                               const GElf_Shdr *header) {
  Elf_Data *data = elf_getdata (section, NULL);
  const size_t count = data ? header->sh_size / header->sh_entsize : 0;
  const char *file = NULL;
  GElf_Sym symbol;
  for (size_t i = 0; i < count; i++) {
    if (!gelf_getsym (data, (int)i, &symbol))
      continue;
    const char *name = elf_strptr (elf, header->sh_link, symbol.st_name);
    if (GELF_ST_TYPE (symbol.st_info) == STT_FILE)
      file = name;
    else if (name && is_code (elf, &symbol) && !is_known (s, symbol.st_value) &&
             !is_usual (name, &symbol))
      note_symbol (s, name, &symbol, file);
  }
}

static void look_at_symbols (survey *s, Elf *elf) {
  GElf_Shdr header;
  Elf_Scn *section = find_symbols (elf, &header);
  if (!section && !s->known.count)
    add_name (s, "all of it, as far as is known: it was stripped", "");
  if (section)
    collect_functions (s, elf, section, &header);
  for (size_t i = 0; i < s->files.count; i++)
    add_name (s, s->files.at[i], " (without debug information)");
  for (size_t i = 0; !s->files.count && i < s->functions.count; i++)
    add_name (s, s->functions.at[i], " (without debug information)");
}

/*------------------------------------------------------------------------*/

size_t sett_units_foreign (const char *path, struct sett_text *names) {
  survey s = {.names = names};
  const int file = open (path, O_RDONLY | O_CLOEXEC);
  elf_version (EV_CURRENT);
  Elf *elf = file < 0 ? NULL : elf_begin (file, ELF_C_READ, NULL);
  Dwarf *dwarf = elf ? dwarf_begin_elf (elf, DWARF_C_READ, NULL) : NULL;
  if (dwarf)
    look_at_units (&s, dwarf);
  if (elf)
    look_at_symbols (&s, elf);
  if (s.count > MOST_NAMES)
    sett_text_addf (names, " and %zu more", s.count - MOST_NAMES);
  dwarf_end (dwarf);
  elf_end (elf);
  if (file >= 0)
    close (file);
  SETT_RELEASE (s.known);
  SETT_RELEASE (s.files);
  SETT_RELEASE (s.functions);
  return s.count;
}
