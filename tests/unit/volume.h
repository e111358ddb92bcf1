/* How often to try what is tried many times: in full in a long run, half of it
   every day; of that a sixteenth under sanitizers, which make everything
   several times as slow and look at other things.  Of a list every
   volume_stride ()-th is tried. */

#ifndef SETT_TESTS_VOLUME_H
#define SETT_TESTS_VOLUME_H

#include <stdlib.h>

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SETT_TESTS_ARE_SLOW 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SETT_TESTS_ARE_SLOW 1
#endif

static inline unsigned volume_stride (void) {
  const char *is_long = getenv ("LONG");
  unsigned parts = is_long && *is_long ? 1 : 2;
#ifdef SETT_TESTS_ARE_SLOW
  parts *= 16;
#endif
  return parts;
}

static inline unsigned volume (unsigned full) {
  return (full + volume_stride () - 1) / volume_stride ();
}

#endif
