/* Stands before the header of this name of the C++ library (libstdc++), as
   bits/c++config.h: what the library has instantiated of its templates for char
   (strings, streams) is instantiated in the program as well, where its accesses
   to memory are seen.  The library's own copy is not instrumented. */

#pragma GCC system_header
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
