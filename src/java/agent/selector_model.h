/* A selector as the files of selectors see it (selector_model.c, selectors.c,
   selection_keys.c): its words, and what the kernel would know of it. */

#ifndef SETT_JAVA_AGENT_SELECTOR_MODEL_H
#define SETT_JAVA_AGENT_SELECTOR_MODEL_H

#include "java/agent/channel_descriptors.h"
#include "java/agent/network_model.h"
#include "java/agent/selectors.h"

#define SETT_SELECTOR "sun/nio/ch/SelectorImpl"
#define SETT_EPOLL_SELECTOR "sun/nio/ch/EPollSelectorImpl"

/* Words, besides those of sockets; from KEYS on those of a socket's keys. */
enum { SETT_LIST = 8, SETT_WAKE, SETT_GONE, SETT_KEYS = 16 };

typedef struct sett_jinterest {
  sett_jsocket *socket;
  int descriptor, events;
} sett_jinterest;

typedef struct sett_jselector {
  sett_thing thing; /* the first: guards find it by that */
  uint64_t key;     /* the same in all executions */
  struct sett_jselector *another;
  int descriptor;
  int is_woken, is_closed;
  uint32_t *clock; /* of those who changed it or woke it up */
  sett_jinterest *interests;
  unsigned count, room;
  struct epoll_event *found; /* what the selection at hand has found */
  unsigned found_count;
} sett_jselector;

/* Numbers for searches, and effects of the present event. */
uint32_t sett_selector_number (const sett_jselector *, int word);
uint32_t sett_key_number (const sett_jselector *, const sett_jsocket *);
void sett_selector_touch (const sett_jselector *, int word, sett_effect_kind);
void sett_key_touch (const sett_jselector *, const sett_jsocket *,
                     sett_effect_kind);

/* The JDK's locks order what is done to a selector. */
void sett_selector_order (sett_jthread *, sett_jselector *);

/* An event: what is called so, and the word that it has an effect on. */
int sett_selector_visible (const sett_jcall *, sett_operation, sett_jselector *,
                           int word, sett_effect_kind intent, sett_jguard);

/* The selector that an object is; null: it is not of this execution. */
sett_jselector *sett_selector_of (JNIEnv *, sett_jthread *, jobject);
/* A set of its keys, by the name of the field. */
jobject sett_selector_keys (JNIEnv *, jobject selector, const char *which);
/* Is there any in this execution? */
int sett_selectors_exist (void);

#endif
