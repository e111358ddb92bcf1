/* How often to try what is tried many times: a quarter under sanitizers, which
   make everything several times as slow and look at other things. */

#ifndef SETT_TESTS_VOLUME_H
#define SETT_TESTS_VOLUME_H

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SETT_TESTS_ARE_SLOW 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SETT_TESTS_ARE_SLOW 1
#endif

static inline unsigned volume (unsigned full) {
#ifdef SETT_TESTS_ARE_SLOW
  return (full + 3) / 4;
#else
  return full;
#endif
}

#endif
