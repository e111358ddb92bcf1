/* Claims: see claim_code.h. */

#include "gpu/claim_code.h"

#include "base/text.h"

const char *sett_gpu_refuses_claim (const sett_claim *claim) {
  if (claim->states.count > SETT_MOST_CLAIM_STATES)
    return "its automaton has more than 64 states";
  return NULL;
}

/* Without branches: pocl 3.1 makes something else of a switch here. */
static void emit_edge (size_t from, const sett_claim_edge *edge,
                       sett_text *out) {
  const unsigned long long with = edge->with, without = edge->without;
  if (with & without)
    return; /* it never holds */
  sett_text_addf (out,
                  "targets |= (word) (state == %zu & "
                  "(holding & 0x%llxul) == 0x%llxul) << %u;\n",
                  from, with | without, with, edge->target);
}

static void emit_targets (const sett_claim *claim, sett_text *out) {
  sett_text_add (out, "static word claim_targets (word state, word holding) {\n"
                      "word targets = 0;\n");
  for (size_t i = 0; i < claim->states.count; i++)
    for (size_t j = 0; j < claim->states.at[i].edges.count; j++)
      emit_edge (i, &claim->states.at[i].edges.at[j], out);
  sett_text_add (out, "return targets;\n}\n");
}

void sett_gpu_emit_claim (const sett_claim *claim, sett_text *out) {
  unsigned long long final = 0, accepting = 0;
  sett_text_addf (out, "#define FIRST %d\n#define CYCLES %d\n", claim != NULL,
                  claim && sett_claim_accepts_cycles (claim));
  if (!claim)
    return;
  for (size_t i = 0; i < claim->states.count; i++) {
    final |= claim->states.at[i].final ? 1ull << i : 0;
    accepting |= claim->states.at[i].accepting ? 1ull << i : 0;
  }
  sett_text_addf (out,
                  "#define CLAIM_FINAL 0x%llxul\n#define CLAIM_ENDLESS %d\n"
                  "#define CLAIM_ACCEPTING 0x%llxul\n"
                  "#define CLAIM_ACCEPTED 0x%llxul\n",
                  final, claim->endless, accepting,
                  (unsigned long long)claim->accepting);
  emit_targets (claim, out);
}
