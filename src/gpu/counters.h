/* What the processor's and the device's code know of each other: C and OpenCL C
   read it. */

#ifndef SETT_GPU_COUNTERS_H
#define SETT_GPU_COUNTERS_H

/* Counters; behind SEEN a word for each of the state's, then the words in each
   table of nodes. */
enum {
  USED,
  WORK,
  TRANSITIONS,
  MARKS,
  FLAGS,
  VISITED,
  SURVEYED,
  CUBES,
  PUT_OFF,
  SEEN
};

/* States that are fetched at once; words that a work-item keeps before it adds
   them. */
enum { BATCH = 4096, HELD = 16 };

#endif
