/* What is loaded where: see images.h. */

#include "runtime/core/images.h"

#include "base/memory.h"
#include "runtime/core/engine.h"

#include <link.h>
#include <string.h>

static int add_module (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  sett_member *member = &engine.shared->members[engine.process];
  if (member->module_count == SETT_MOST_MODULES)
    return 1;
  sett_module *m = &member->modules[member->module_count++];
  if (info->dlpi_name[0])
    strncpy (m->path, info->dlpi_name, sizeof m->path - 1);
  else
    sett_raw (SYS_readlink, "/proc/self/exe", m->path, sizeof m->path - 1);
  m->base = info->dlpi_addr;
  m->low = ~(uintptr_t)0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type != PT_LOAD)
      continue;
    const uintptr_t low = info->dlpi_addr + h->p_vaddr;
    if (low < m->low)
      m->low = low;
    if (low + h->p_memsz > m->high)
      m->high = low + h->p_memsz;
  }
  return 0;
}

void sett_images_list (void) {
  engine.shared->members[engine.process].module_count = 0;
  dl_iterate_phdr (add_module, NULL);
}

void sett_images_leave (void) {
  sett_shared *shared = engine.shared;
  sett_member *member = &shared->members[engine.process];
  if (shared->former_count < SETT_MOST_FORMERS) {
    sett_former *f = sett_alloc (sizeof *f);
    sett_images_list ();
    *f = (sett_former){engine.process, member->images, *member};
    shared->formers[shared->former_count++] = f;
  }
  member->images++;
}
