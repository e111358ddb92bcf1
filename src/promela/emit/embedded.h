/* The headers that stand at the head of generated code, as text. */

#ifndef SETT_PROMELA_EMBEDDED_H
#define SETT_PROMELA_EMBEDDED_H

const char *sett_embedded_step_header (void);
const char *sett_embedded_runtime_header (void);

#endif
