/* Words for steps and violations that text, JSON and trace files share. */

#ifndef SETT_KERNEL_DESCRIBE_H
#define SETT_KERNEL_DESCRIBE_H

#include "kernel/violation.h"
#include "kernel/model.h"

struct sett_text;

/* "m.pml:12"; nothing for SETT_YIELD. */
void sett_describe_where (sett_model *, uint32_t transition,
                          struct sett_text *);

/* The statement; nothing for SETT_YIELD. */
const char *sett_describe_statement (sett_model *, uint32_t transition);

/* "assertion violated: x < 10". */
void sett_describe_violation (sett_model *, sett_violation_kind,
                              uint32_t transition, struct sett_text *);

#endif
