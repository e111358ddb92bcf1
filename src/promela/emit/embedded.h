/* The headers that stand at the head of generated code, as text. */

#ifndef SETT_PROMELA_EMBEDDED_H
#define SETT_PROMELA_EMBEDDED_H

#include <stddef.h>

extern const char embedded_step_header[];
extern const char embedded_runtime_header[];
size_t sett_embedded_step_header_size (void);
size_t sett_embedded_runtime_header_size (void);

#endif
