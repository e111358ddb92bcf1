/* The processor's own clock: see tsc.h. */

#include "runtime/sched/tsc.h"

#include "runtime/core/upcalls.h"
#include "runtime/core/engine.h"

#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

/* The kernel's code in the process. */
static uintptr_t low, high;

static void find_kernels_code (void) {
  const ElfW (Ehdr) *head = (const void *)getauxval (AT_SYSINFO_EHDR);
  if (!head)
    return;
  const ElfW (Phdr) *h = (const void *)((const char *)head + head->e_phoff);
  for (int i = 0; i < head->e_phnum; i++)
    if (h[i].p_type == PT_LOAD) {
      low = (uintptr_t)head;
      high = low + h[i].p_memsz;
    }
}

static void set (int mode) {
  sett_raw (SYS_prctl, PR_SET_TSC, mode, 0, 0, 0);
}

void sett_tsc_open (void) {
  find_kernels_code ();
  set (PR_TSC_SIGSEGV);
}

void sett_tsc_close (void) {
  set (PR_TSC_ENABLE);
}

/* Length of the instruction; 0: it is another one. */
static int length_at (const unsigned char *code) {
  static const unsigned char plain[] = {0x0f, 0x31},
                             full[] = {0x0f, 0x01, 0xf9};
  if (!memcmp (code, plain, sizeof plain))
    return sizeof plain;
  return memcmp (code, full, sizeof full) ? 0 : sizeof full;
}

static uint64_t look_really (void) {
  uint32_t a, d;
  set (PR_TSC_ENABLE);
  __asm__ volatile("rdtsc" : "=a"(a), "=d"(d));
  set (PR_TSC_SIGSEGV);
  return (uint64_t)d << 32 | a;
}

static uint64_t look (uintptr_t place) {
  const int is_kernels = place >= low && place < high;
  if (engine.active && !is_kernels)
    return upcalls.clock_now ();
  if (engine.active)
    sett_note_add (1, 0, "asked for the machine's time: not controlled");
  return look_really ();
}

int sett_tsc_read (ucontext_t *context) {
  greg_t *g = context->uc_mcontext.gregs;
  const int length = length_at ((const unsigned char *)g[REG_RIP]);
  if (!length)
    return 0;
  const uint64_t cycles = look ((uintptr_t)g[REG_RIP]);
  g[REG_RAX] = (greg_t)(cycles & UINT32_MAX);
  g[REG_RDX] = (greg_t)(cycles >> 32);
  if (length == 3)
    g[REG_RCX] = 0; /* there is one processor */
  g[REG_RIP] += length;
  return 1;
}
