/* Numbers for people: see units.h. */

#include "report/units.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>

void sett_units_count (sett_text *text, uint64_t value) {
  char digits[24];
  const int length = snprintf (digits, sizeof digits, "%" PRIu64, value);
  for (int i = 0; i < length; i++)
    sett_text_addf (text, "%s%c", i && (length - i) % 3 == 0 ? "," : "",
                    digits[i]);
}

/* A value in the largest unit that leaves it at least 1. */
static void add_scaled (sett_text *text, double value, double base,
                        const char *const *units, int count) {
  int i = 0;
  while (value >= base && i + 1 < count)
    value /= base, i++;
  const int decimals = i == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  sett_text_addf (text, "%.*f%s", decimals, value, units[i]);
}

void sett_units_short (sett_text *text, double value) {
  static const char *const units[] = {"", " k", " M", " G", " T"};
  add_scaled (text, value, 1000, units, 5);
}

void sett_units_bytes (sett_text *text, double value) {
  static const char *const units[] = {" B", " KiB", " MiB", " GiB", " TiB"};
  add_scaled (text, value, 1024, units, 5);
}

void sett_units_seconds (sett_text *text, double value) {
  const unsigned long whole = (unsigned long)value;
  if (value < 60)
    sett_text_addf (text, "%.2f s", value);
  else if (value < 3600)
    sett_text_addf (text, "%lu m %02lu s", whole / 60, whole % 60);
  else
    sett_text_addf (text, "%lu h %02lu m", whole / 3600, whole / 60 % 60);
}

void sett_units_share (sett_text *text, double value) {
  if (value >= 0.001 || value == 0)
    sett_text_addf (text, "%.3g %%", 100 * value);
  else
    sett_text_addf (text, "%.2g", value);
}
