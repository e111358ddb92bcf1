/* Numbers for people. */

#ifndef SETT_REPORT_UNITS_H
#define SETT_REPORT_UNITS_H

#include <stdint.h>

struct sett_text;

void sett_units_count (struct sett_text *, uint64_t); /* 1,234,567 */
void sett_units_short (struct sett_text *, double);   /* 1.23 M */
void sett_units_bytes (struct sett_text *, double);   /* 1.2 GiB */
void sett_units_seconds (struct sett_text *, double); /* 0.01 s, 2 m 03 s */
void sett_units_share (struct sett_text *, double);   /* 12.3 %, 4.1e-09 */

#endif
