/* Executables: see binary.h.

   Everything is read through libelf, which checks offsets; what is not a
   proper ELF file is refused, not followed. */

#include "program/binary.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Gives 0 after adding the sentence. */
static int refuse (sett_text *error, const char *path, const char *why) {
  sett_text_addf (error, "cannot check '%s': %s", path, why);
  return 0;
}

static int check_file (const char *path, sett_text *error) {
  struct stat status;
  if (stat (path, &status))
    return refuse (error, path, strerror (errno));
  if (S_ISDIR (status.st_mode))
    return refuse (error, path, "it is a directory");
  if (!S_ISREG (status.st_mode))
    return refuse (error, path, "it is not a file");
  if (!status.st_size)
    return refuse (error, path, "the file is empty");
  if (access (path, X_OK))
    return refuse (error, path,
                   "it is not executable (a source must have a suffix that "
                   "tells its language, such as .c)");
  if (status.st_mode & (S_ISUID | S_ISGID))
    return refuse (error, path,
                   "it runs with the rights of somebody else (set-uid), and "
                   "the run-time library would not be loaded");
  if (getxattr (path, "security.capability", NULL, 0) > 0)
    return refuse (error, path,
                   "it has capabilities (setcap), and the run-time library "
                   "would not be loaded");
  return 1;
}

/* What a file that is no ELF file is. */
static int refuse_kind (int file, const char *path, sett_text *error) {
  char start[2] = {0};
  if (pread (file, start, 2, 0) == 2 && start[0] == '#' && start[1] == '!')
    return refuse (error, path,
                   "it is a script; name the program that it starts, not the "
                   "script");
  return refuse (error, path, "it is not an executable for this machine");
}

static int check_header (Elf *elf, const char *path, sett_text *error) {
  GElf_Ehdr header;
  if (!gelf_getehdr (elf, &header))
    return refuse (error, path, "it is not an executable for this machine");
  if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64)
    return refuse (error, path,
                   "it is for another kind of processor; only 64-bit x86 "
                   "programs can be checked");
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    return refuse (error, path, "it is not a program that was linked");
  return 1;
}

/* A program names its loader; a library usually does not. */
static int check_dynamic (Elf *elf, const char *path, sett_text *error) {
  size_t count = 0;
  int dynamic = 0;
  elf_getphdrnum (elf, &count);
  for (size_t i = 0; i < count; i++) {
    GElf_Phdr segment;
    if (!gelf_getphdr (elf, (int)i, &segment))
      continue;
    if (segment.p_type == PT_INTERP)
      return 1;
    dynamic |= segment.p_type == PT_DYNAMIC;
  }
  return refuse (error, path,
                 dynamic ? "it is a library or was linked with -static-pie; "
                           "Sett needs a program that is linked dynamically"
                         : "it is linked statically, so that the run-time "
                           "library cannot be loaded; link it dynamically");
}

static int is_instrumentation (const char *name) {
  return name && !strncmp (name, "__tsan_", 7);
}

static int uses_instrumentation (Elf *elf) {
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (elf, section))) {
    GElf_Shdr header;
    if (!gelf_getshdr (section, &header) || header.sh_type != SHT_DYNSYM ||
        !header.sh_entsize)
      continue;
    Elf_Data *data = elf_getdata (section, NULL);
    const size_t count = header.sh_size / header.sh_entsize;
    for (size_t i = 0; data && i < count; i++) {
      GElf_Sym symbol;
      if (gelf_getsym (data, (int)i, &symbol) &&
          is_instrumentation (elf_strptr (elf, header.sh_link, symbol.st_name)))
        return 1;
    }
  }
  return 0;
}

int sett_binary_inspect (sett_binary *binary, const char *path,
                         sett_text *error) {
  *binary = (sett_binary){0};
  if (!check_file (path, error))
    return 0;
  const int file = open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return refuse (error, path, strerror (errno));
  elf_version (EV_CURRENT);
  Elf *elf = elf_begin (file, ELF_C_READ, NULL);
  int fine = elf && elf_kind (elf) == ELF_K_ELF;
  if (!fine)
    refuse_kind (file, path, error);
  fine = fine && check_header (elf, path, error) &&
         check_dynamic (elf, path, error);
  if (fine)
    binary->instrumented = uses_instrumentation (elf);
  elf_end (elf);
  close (file);
  return fine;
}
