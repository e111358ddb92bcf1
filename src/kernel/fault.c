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

int sett_fault_is_of_run (sett_fault fault) {
  return fault == SETT_FAULT_LTL || fault == SETT_FAULT_ACCEPTANCE_CYCLE ||
         fault == SETT_FAULT_NON_PROGRESS || fault == SETT_FAULT_CLAIM_ENDED;
}

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
