/* Included by include_header.pml. */
#define STEP 3
#define RAISE(v) v = v + STEP
inline wait_for (v, level) {
  v >= level
}
