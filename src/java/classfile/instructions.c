/* How long instructions are, and which of them know distances. */

#include "java/classfile/instructions.h"

/* From 0x00 on; 0: it depends. */
static const uint8_t lengths[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 2, 3, 3, 2, 2,
    2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 2, 0, 0, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3,
    3, 5, 5, 3, 2, 3, 1, 1, 3, 3, 1, 1, 0, 4, 3, 3, 5, 5};

_Static_assert(sizeof lengths == SETT_JSR_W + 1, "all instructions");

static uint32_t table_length (sett_input *in, size_t code, uint32_t pc) {
  const uint32_t at = sett_switch_operands (pc);
  const int64_t low = (int32_t)sett_get4 (in, code + at + 4);
  const int64_t high = (int32_t)sett_get4 (in, code + at + 8);
  if (high < low || high - low > UINT16_MAX)
    sett_damaged (in);
  return at - pc + 12 + 4 * (uint32_t)(high - low + 1);
}

static uint32_t lookup_length (sett_input *in, size_t code, uint32_t pc) {
  const uint32_t at = sett_switch_operands (pc);
  const uint32_t count = sett_get4 (in, code + at + 4);
  if (count > UINT16_MAX)
    sett_damaged (in);
  return at - pc + 8 + 8 * count;
}

uint32_t sett_instruction_length (sett_input *in, size_t code, uint32_t pc,
                                  uint32_t size) {
  const unsigned opcode = sett_get1 (in, code + pc);
  uint32_t length = 0;
  if (opcode == SETT_TABLESWITCH)
    length = table_length (in, code, pc);
  else if (opcode == SETT_LOOKUPSWITCH)
    length = lookup_length (in, code, pc);
  else if (opcode == SETT_WIDE)
    length = sett_get1 (in, code + pc + 1) == SETT_IINC ? 6 : 4;
  else if (opcode < sizeof lengths)
    length = lengths[opcode];
  if (!length || length > size - pc)
    sett_damaged (in);
  return length;
}

int sett_is_branch (unsigned opcode) {
  return (opcode >= SETT_IFEQ && opcode <= SETT_JSR) || opcode == SETT_IFNULL ||
         opcode == SETT_IFNONNULL;
}

int sett_is_switch (unsigned opcode) {
  return opcode == SETT_TABLESWITCH || opcode == SETT_LOOKUPSWITCH;
}
