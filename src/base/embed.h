/* Files that the program carries as text: put into it by the assembler,
   straight from the sources.

   SETT_SOURCE is where they are; the Makefile gives the full path, so that it
   does not matter where the compiler runs. */

#ifndef SETT_BASE_EMBED_H
#define SETT_BASE_EMBED_H

#ifndef SETT_SOURCE
#define SETT_SOURCE "src"
#endif

/* Defines NAME, a string with the content of the file, for this source alone.
 */
#define SETT_EMBED(NAME, PATH)                                                 \
  __asm__(".pushsection .rodata\n"                                             \
          ".type " #NAME ", @object\n" #NAME ":\n"                             \
          ".incbin \"" SETT_SOURCE PATH "\"\n"                                 \
          ".byte 0\n"                                                          \
          ".size " #NAME ", . - " #NAME "\n"                                   \
          ".popsection\n")

#endif
