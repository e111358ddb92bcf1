/* The code of one method. */

#ifndef SETT_JAVA_CLASSFILE_CODE_H
#define SETT_JAVA_CLASSFILE_CODE_H

#include "java/classfile/class.h"

/* Rewrites the attribute whose contents begin at `at`, of the class's present
   method, to the end of the body.  False: nothing was to be done, or it cannot
   be done; the body is as it was. */
int sett_code_rewrite (sett_class *, size_t at, const sett_diversion *);

void sett_method_release (sett_method *);

#endif
