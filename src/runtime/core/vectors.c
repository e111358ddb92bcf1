/* sett_vectors_clear: for assembly that leaves no traces of what the run-time
   has computed in vector registers.  Changes nothing else. */

#define EACH_VECTOR(X)                                                         \
  X (0)                                                                        \
  X (1)                                                                        \
  X (2)                                                                        \
  X (3)                                                                        \
  X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15)
#define CLEAR(I) "  pxor %xmm" #I ", %xmm" #I "\n"

__asm__(".text\n"
        ".p2align 4\n"
        ".globl sett_vectors_clear\n"
        ".hidden sett_vectors_clear\n"
        "sett_vectors_clear:\n" EACH_VECTOR (CLEAR) "  ret\n");
