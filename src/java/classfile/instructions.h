/* Instructions of the Java virtual machine, as far as they must be known to
   move them. */

#ifndef SETT_JAVA_CLASSFILE_INSTRUCTIONS_H
#define SETT_JAVA_CLASSFILE_INSTRUCTIONS_H

#include "java/classfile/bytes.h"

enum {
  SETT_SIPUSH = 0x11,
  SETT_LDC_W = 0x13,
  SETT_ILOAD = 0x15,
  SETT_ALOAD_0 = 0x2a,
  SETT_IALOAD = 0x2e,
  SETT_SALOAD = 0x35,
  SETT_ISTORE = 0x36,
  SETT_IASTORE = 0x4f,
  SETT_LASTORE = 0x50,
  SETT_DASTORE = 0x52,
  SETT_SASTORE = 0x56,
  SETT_POP = 0x57,
  SETT_POP2 = 0x58,
  SETT_DUP = 0x59,
  SETT_DUP_X2 = 0x5b,
  SETT_DUP2 = 0x5c,
  SETT_DUP2_X1 = 0x5d,
  SETT_DUP2_X2 = 0x5e,
  SETT_SWAP = 0x5f,
  SETT_IINC = 0x84,
  SETT_IFEQ = 0x99,
  SETT_GOTO = 0xa7,
  SETT_JSR = 0xa8,
  SETT_TABLESWITCH = 0xaa,
  SETT_LOOKUPSWITCH = 0xab,
  SETT_IRETURN = 0xac,
  SETT_RETURN = 0xb1,
  SETT_GETSTATIC = 0xb2,
  SETT_PUTSTATIC = 0xb3,
  SETT_GETFIELD = 0xb4,
  SETT_PUTFIELD = 0xb5,
  SETT_INVOKEVIRTUAL = 0xb6,
  SETT_INVOKESPECIAL = 0xb7,
  SETT_INVOKESTATIC = 0xb8,
  SETT_INVOKEDYNAMIC = 0xba,
  SETT_NEW = 0xbb,
  SETT_NEWARRAY = 0xbc,
  SETT_ANEWARRAY = 0xbd,
  SETT_ATHROW = 0xbf,
  SETT_MONITORENTER = 0xc2,
  SETT_MONITOREXIT = 0xc3,
  SETT_WIDE = 0xc4,
  SETT_MULTIANEWARRAY = 0xc5,
  SETT_IFNULL = 0xc6,
  SETT_IFNONNULL = 0xc7,
  SETT_GOTO_W = 0xc8,
  SETT_JSR_W = 0xc9,
};

/* How long the instruction at `pc` is; the code is `size` bytes from `code` on.
 */
uint32_t sett_instruction_length (sett_input *, size_t code, uint32_t pc,
                                  uint32_t size);

/* Has it a distance of 16 bits? */
int sett_is_branch (unsigned opcode);
int sett_is_switch (unsigned opcode);

/* Where the operands of a switch begin. */
static inline uint32_t sett_switch_operands (uint32_t pc) {
  return (pc + 4) & ~(uint32_t)3;
}

#endif
