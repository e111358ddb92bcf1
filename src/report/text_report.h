/* The outcome of a check as text for people. */

#ifndef SETT_REPORT_TEXT_REPORT_H
#define SETT_REPORT_TEXT_REPORT_H

#include "report/outcome.h"

struct sett_colours;
struct sett_text;

/* The first line: the verdict and what it means. */
void sett_report_headline (const sett_outcome *, const struct sett_colours *,
                           struct sett_text *);

/* What the verdict means, without the verdict. */
void sett_report_meaning (const sett_outcome *, struct sett_text *);

/* The properties one by one, when there are several. */
void sett_report_properties (const sett_outcome *, const struct sett_colours *,
                             struct sett_text *);

/* Aligned lines: states, transitions, ... */
void sett_report_statistics (const sett_outcome *, const struct sett_colours *,
                             struct sett_text *);

/* What was seen while a program ran, one on a line. */
void sett_report_notes (const sett_outcome *, const struct sett_colours *,
                        struct sett_text *);

/* The statements that no behaviour executes, by process type. */
void sett_report_unreached (const sett_outcome *, const struct sett_colours *,
                            struct sett_text *);

/* One line per violation, when there are several. */
void sett_report_violations (const sett_outcome *, const struct sett_colours *,
                             struct sett_text *);

/* What to do next, if the verdict is weaker than it could be. */
void sett_report_advice (const sett_outcome *, const struct sett_colours *,
                         struct sett_text *);

#endif
