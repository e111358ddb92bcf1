/* Registers and words of the stack that nobody will read: see dead.h. */

#include "runtime/sched/dead.h"

#include "base/assert.h"
#include "runtime/core/bare.h"
#include "runtime/race/owners.h"

#include <string.h>

enum {
  RAX,
  RCX,
  RDX,
  RBX,
  RSP,
  RBP,
  RDI = 7,
  MOST_INSTRUCTIONS = 64,
  /* Calls may change them. */
  SCRATCH = 1 << RAX | 1 << RCX | 1 << RDX | 0xfc0
};

typedef struct reading {
  sett_dead *dead;
  const sett_registers *registers;
  const char *top;
  const uint8_t *at; /* the next byte */
  uint32_t wrote, read;
  uint32_t seen_count; /* parts of the stack that were read first */
  struct {
    const char *at;
    uint32_t size;
  } seen[SETT_MOST_DEAD];
  int table;   /* rdx points to sett_own */
  int checked; /* writes may be to variables whose address is known elsewhere */
} reading;

/* An instruction with a register and something else. */
typedef struct operands {
  unsigned reg, rm; /* registers */
  int is_register;  /* the something else is rm... */
  int is_fixed;     /* ...or at a fixed address... */
  char *slot;       /* ...or this variable of the frame */
  const uint8_t *fixed;
} operands;

static void reads_register (reading *r, unsigned number) {
  SETT_ASSERT (number < 16);
  r->read |= (1u << number) & ~r->wrote;
}

static void writes_register (reading *r, unsigned number, uint32_t size) {
  SETT_ASSERT (number < 16);
  if (size < 4)
    reads_register (r, number); /* the rest stays */
  r->wrote |= 1u << number;
  if (number == RDX)
    r->table = 0;
}

static int overlaps (const char *a, uint32_t m, const char *b, uint32_t n) {
  return a < b + n && b < a + m;
}

static int is_dead (const reading *r, const char *at, uint32_t size) {
  for (uint32_t i = 0; i < r->dead->count; i++)
    if (r->dead->parts[i].at <= at &&
        at + size <= r->dead->parts[i].at + r->dead->parts[i].size)
      return 1;
  return 0;
}

/* False: too many. */
static int reads_slot (reading *r, const char *at, uint32_t size) {
  if (is_dead (r, at, size))
    return 1;
  if (r->seen_count == SETT_MOST_DEAD)
    return 0;
  r->seen[r->seen_count].at = at;
  SETT_ASSERT (r->seen_count < SETT_MOST_DEAD);
  r->seen[r->seen_count++].size = size;
  return 1;
}

static int writes_slot (reading *r, char *at, uint32_t size) {
  for (uint32_t i = 0; i < r->seen_count; i++)
    if (overlaps (r->seen[i].at, r->seen[i].size, at, size))
      return 1;
  if (is_dead (r, at, size))
    return 1;
  if (r->dead->count == SETT_MOST_DEAD || at < (char *)r->registers->rsp + 8 ||
      at + size > r->top)
    return 0;
  if (r->checked && !sett_owners_alone (at, size, 1))
    return 0;
  r->dead->parts[r->dead->count].at = at;
  SETT_ASSERT (r->dead->count < SETT_MOST_DEAD);
  r->dead->parts[r->dead->count++].size = size;
  return 1;
}

static int32_t number_of (const uint8_t *at, unsigned size) {
  int32_t wide;
  if (size == 1)
    return (int8_t)*at;
  memcpy (&wide, at, sizeof wide);
  return wide;
}

/* The byte that says what the operands are, and what belongs to it. */
static int read_operands (reading *r, unsigned rex, operands *o) {
  const unsigned modrm = *r->at++;
  const unsigned mod = modrm >> 6;
  uintptr_t base;
  *o = (operands){.reg = (modrm >> 3 & 7) | (rex & 4) << 1,
                  .rm = (modrm & 7) | (rex & 1) << 3,
                  .is_register = mod == 3};
  if (mod == 3)
    return 1;
  if (mod == 0 && (modrm & 7) == RBP) {
    o->is_fixed = 1;
    o->fixed = r->at + 4 + number_of (r->at, 4);
    r->at += 4;
    return 1;
  }
  if (rex & 1)
    return 0;
  if (o->rm == RBP && mod != 0 && !(r->wrote >> RBP & 1)) {
    base = r->registers->rbp;
    reads_register (r, RBP);
  } else if (o->rm == RSP && *r->at == 0x24 && !(rex & 2) &&
             !(r->wrote >> RSP & 1)) {
    base = r->registers->rsp + 8;
    r->at++;
  } else
    return 0;
  const unsigned size = mod == 0 ? 0 : mod == 1 ? 1 : 4;
  o->slot = (char *)base + (size ? number_of (r->at, size) : 0);
  r->at += size;
  return 1;
}

/* reg := rm */
static int load (reading *r, const operands *o, uint32_t size) {
  if (o->is_register)
    reads_register (r, o->rm);
  else if (o->slot && !reads_slot (r, o->slot, size))
    return 0;
  writes_register (r, o->reg, size);
  r->table = o->is_fixed && o->reg == RDX &&
             *(sett_own_pages *const *)(const void *)o->fixed == &sett_own;
  return 1;
}

/* rm := reg */
static int store (reading *r, const operands *o, uint32_t size) {
  reads_register (r, o->reg);
  if (o->is_register)
    writes_register (r, o->rm, size);
  return o->is_register || (o->slot && writes_slot (r, o->slot, size));
}

/* rm := a constant */
static int set (reading *r, const operands *o, uint32_t size) {
  r->at += size == 8 ? 4 : size;
  if (o->is_register)
    writes_register (r, o->rm, size);
  return o->is_register || (o->slot && writes_slot (r, o->slot, size));
}

static int follows (reading *r, const char *bytes, unsigned size) {
  for (unsigned i = 0; i < size; i++)
    if (r->at[i] != (uint8_t)bytes[i])
      return 0;
  r->at += size;
  return 1;
}

/* The end of the check of inline.h, in which rdx points to the table. */
static int pass_check (reading *r) {
  if (!r->table || !follows (r, "\x48\x0b\x82\x00\x40\x00\x00", 7))
    return 0;
  if (follows (r, "\x48\x3b\x04\xca\x74\x06\xff\x15", 8))
    r->at += 4;
  else if (follows (r, "\x48\x3b\x84\xca\x00\x20\x00\x00\x74\x08\xff\x15",
                    12)) {
    r->at += 4;
    if (!follows (r, "\xeb\x0a\xc7\x82\x08\x40\x00\x00\x01\x00\x00\x00", 12))
      return 0;
    r->checked = 1;
  } else
    return 0;
  r->wrote |= SCRATCH;
  r->table = 0;
  return 1;
}

/* An operation on a register and a constant of which nothing is needed. */
static int compute (reading *r, unsigned rex, unsigned size) {
  operands o;
  if (!read_operands (r, rex, &o) || !o.is_register)
    return 0;
  reads_register (r, o.rm);
  writes_register (r, o.rm, 4);
  r->at += size;
  return 1;
}

/* reg := a sum of a register or two and a constant. */
static int compute_address (reading *r, unsigned rex, uint32_t size) {
  const unsigned modrm = *r->at++;
  const unsigned mod = modrm >> 6, rm = modrm & 7;
  if (mod == 3)
    return 0;
  if (mod == 0 && rm == RBP) {
    r->at += 4; /* relative to the instruction */
  } else if (rm == RSP) {
    const unsigned sib = *r->at++;
    const int has_base = mod != 0 || (sib & 7) != RBP;
    const unsigned index = (sib >> 3 & 7) | (rex & 2) << 2;
    if (has_base)
      reads_register (r, (sib & 7) | (rex & 1) << 3);
    if (index != RSP)
      reads_register (r, index);
    r->at += has_base ? 0 : 4;
  } else
    reads_register (r, rm | (rex & 1) << 3);
  r->at += mod == 1 ? 1 : mod == 2 ? 4 : 0;
  writes_register (r, (modrm >> 3 & 7) | (rex & 4) << 1, size);
  return 1;
}

/* False: it is none of those. */
static int read_instruction (reading *r) {
  unsigned rex = 0;
  uint32_t size = 4;
  operands o;
  if (pass_check (r))
    return 1;
  if (*r->at == 0x66) {
    size = 2;
    r->at++;
  }
  if (*r->at >> 4 == 4)
    rex = *r->at++;
  if (rex & 8)
    size = 8;
  const unsigned code = *r->at++;
  switch (code) {
  case 0x90:
    return 1;
  case 0x88:
  case 0x89:
    return read_operands (r, rex, &o) && (code & 1 || rex || o.reg < 4) &&
           store (r, &o, code & 1 ? size : 1);
  case 0x8a:
  case 0x8b:
    return read_operands (r, rex, &o) && (code & 1 || rex || o.reg < 4) &&
           load (r, &o, code & 1 ? size : 1);
  case 0x8d:
    return compute_address (r, rex, size);
  case 0xc6:
  case 0xc7:
    return read_operands (r, rex, &o) && !o.is_fixed &&
           (code & 1 || !o.is_register) && set (r, &o, code & 1 ? size : 1);
  case 0xc1:
    return size > 2 && compute (r, rex, 1);
  case 0x81:
    return size > 2 && compute (r, rex, 4);
  case 0x83:
    return size > 2 && compute (r, rex, 1);
  default:
    return 0;
  }
}

void sett_dead_find (sett_dead *dead, const sett_registers *registers,
                     unsigned arguments, const char *top) {
  enum { LARGEST = 64 }; /* that the function looks at */
  reading r = {.dead = dead, .registers = registers, .top = top};
  dead->count = 0;
  for (unsigned i = 0; i < arguments; i++)
    reads_slot (&r, (const char *)registers->arguments[i], LARGEST);
  r.at = *(const uint8_t *const *)registers->rsp;
  for (unsigned i = 0; i < MOST_INSTRUCTIONS && read_instruction (&r); i++)
    continue;
  dead->registers = r.wrote & ~r.read;
  SETT_ASSERT (dead->count <= SETT_MOST_DEAD);
}
