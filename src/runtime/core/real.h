/* The C library's own version of a function that the run-time stands in for. */

#ifndef SETT_RUNTIME_REAL_H
#define SETT_RUNTIME_REAL_H

#include <dlfcn.h>

#define SETT_REAL(NAME)                                                        \
  ({                                                                           \
    static __typeof__ (&NAME) real_;                                           \
    if (!real_)                                                                \
      real_ = (__typeof__ (&NAME))dlsym (RTLD_NEXT, #NAME);                    \
    real_;                                                                     \
  })

#endif
