/* The rows of fault.def as texts. */

#include "kernel/fault.h"

#include <assert.h>

static const struct {
  const char *name, *kind, *text;
} faults[SETT_FAULTS] = {
#define FAULT(NAME, KIND, TEXT) {#NAME, KIND, TEXT},
#include "kernel/fault.def"
#undef FAULT
};

const char *sett_fault_name (sett_fault fault) {
  assert (fault < SETT_FAULTS);
  return faults[fault].name;
}

const char *sett_fault_kind (sett_fault fault) {
  assert (fault < SETT_FAULTS);
  return faults[fault].kind;
}

const char *sett_fault_text (sett_fault fault) {
  assert (fault < SETT_FAULTS);
  return faults[fault].text;
}
