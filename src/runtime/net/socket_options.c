/* Options of sockets.  Those that mean nothing here are remembered. */

#include "runtime/net/charges.h"
#include "base/assert.h"
#include "runtime/sched/schedule.h"
#include "runtime/net/sockets.h"
#include "runtime/sched/spin.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/time.h>

/* What they are if nobody sets them; all others are 0. */
static int usual_value (int level, int name) {
  if (level == SOL_SOCKET && name == SO_SNDLOWAT)
    return 1;
  if (level == IPPROTO_TCP && name == TCP_MAXSEG)
    return 32741;
  return 0;
}

static int recall (const sett_socket *s, int level, int name) {
  for (uint32_t i = 0; i < s->option_count; i++)
    if (s->options[i].level == level && s->options[i].name == name)
      return s->options[i].value;
  return usual_value (level, name);
}

static long remember (sett_socket *s, int level, int name, int value) {
  uint32_t i = 0;
  while (i < s->option_count &&
         (s->options[i].level != level || s->options[i].name != name))
    i++;
  if (i == SETT_MOST_SOCKET_OPTIONS)
    return 0; /* it means nothing anyway */
  s->options[i].level = level;
  s->options[i].name = name;
  s->options[i].value = value;
  if (i == s->option_count)
    s->option_count++;
  SETT_ASSERT (s->option_count <= SETT_MOST_SOCKET_OPTIONS);
  return 0;
}

static uint64_t nanoseconds (const struct timeval *t) {
  return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_usec * 1000;
}

static struct timeval to_timeval (uint64_t nanoseconds_) {
  return (struct timeval){(time_t)(nanoseconds_ / 1000000000),
                          (suseconds_t)(nanoseconds_ % 1000000000 / 1000)};
}

typedef struct option {
  int level, name;
  void *value;
  socklen_t *length; /* of the value */
} option;

static long set_limit (sett_socket *s, uint64_t *limit, const option *o) {
  struct timeval t;
  if (*o->length < sizeof t)
    return -EINVAL;
  memcpy (&t, o->value, sizeof t);
  if (t.tv_usec < 0 || t.tv_usec >= 1000000)
    return -EDOM;
  sett_socket_timeout_change (s);
  *limit = t.tv_sec < 0 ? 0 : nanoseconds (&t);
  return 0;
}

static long set_linger (sett_socket *s, const option *o) {
  struct linger l;
  if (*o->length < sizeof l)
    return -EINVAL;
  memcpy (&l, o->value, sizeof l);
  s->lingers = 1;
  s->abrupt = l.l_onoff && !l.l_linger;
  return remember (s, SOL_SOCKET, SO_LINGER, l.l_onoff ? l.l_linger + 1 : 0);
}

/* Who sends from it has another amount of room, and looks at the status. */
static long set_send_buffer (sett_socket *s, int value) {
  sett_socket *p = sett_socket_number (s->peer);
  sett_set_send_buffer (s, value);
  sett_socket_update (s);
  if (p && sett_socket_is_stream (s))
    sett_socket_update (p);
  return 0;
}

/* To wait for more than a byte is to look at everything that is there. */
static long set_low_water (sett_socket *s, int value) {
  sett_set_low_water (s, value);
  if (s->low_water > 1 && sett_socket_is_stream (s))
    sett_queue_give_up (&s->queue);
  sett_socket_update (s);
  return 0;
}

static long set_common (sett_socket *s, const option *o, int value) {
  switch (o->name) {
  case SO_SNDBUF:
  case SO_SNDBUFFORCE:
    return set_send_buffer (s, value);
  case SO_RCVBUF:
  case SO_RCVBUFFORCE:
    sett_set_receive_buffer (s, value);
    return 0;
  case SO_RCVLOWAT:
    return set_low_water (s, value);
  case SO_REUSEADDR:
    s->reuse = value != 0;
    return 0;
  case SO_REUSEPORT:
    s->shares = value != 0;
    return 0;
  case SO_TYPE:
  case SO_ERROR:
  case SO_DOMAIN:
  case SO_PROTOCOL:
  case SO_ACCEPTCONN:
    return -ENOPROTOOPT;
  default:
    return remember (s, o->level, o->name, value);
  }
}

static long set (sett_socket *s, const option *o) {
  int value = 0;
  if (o->level == SOL_SOCKET && o->name == SO_RCVTIMEO)
    return set_limit (s, &s->receive_limit, o);
  if (o->level == SOL_SOCKET && o->name == SO_SNDTIMEO)
    return set_limit (s, &s->send_limit, o);
  if (o->level == SOL_SOCKET && o->name == SO_LINGER)
    return set_linger (s, o);
  if (*o->length >= sizeof value)
    memcpy (&value, o->value, sizeof value);
  else if (o->level == SOL_SOCKET)
    return -EINVAL;
  else if (*o->length)
    value = *(const unsigned char *)o->value;
  if (o->level == SOL_SOCKET)
    return set_common (s, o, value);
  if (o->level == IPPROTO_IPV6 && o->name == IPV6_V6ONLY) {
    s->only_6 = value != 0;
    return 0;
  }
  if (o->level == IPPROTO_TCP && sett_socket_is_unix (s))
    return -EOPNOTSUPP;
  return remember (s, o->level, o->name, value);
}

static void give (const option *o, const void *value, socklen_t size) {
  if (*o->length > size)
    *o->length = size;
  memcpy (o->value, value, *o->length);
}

static int take_error (sett_socket *s) {
  const int error = s->error;
  s->error = 0;
  sett_socket_update (s);
  return error;
}

static int ask (sett_socket *s, const option *o) {
  if (o->level == IPPROTO_IPV6 && o->name == IPV6_V6ONLY)
    return s->only_6;
  if (o->level != SOL_SOCKET)
    return recall (s, o->level, o->name);
  switch (o->name) {
  case SO_ERROR:
    return take_error (s);
  case SO_TYPE:
    return s->type;
  case SO_DOMAIN:
    return s->family;
  case SO_PROTOCOL:
    return sett_socket_is_unix (s)     ? 0
           : sett_socket_is_stream (s) ? IPPROTO_TCP
                                       : IPPROTO_UDP;
  case SO_ACCEPTCONN:
    return s->state == SETT_SOCKET_LISTENING;
  case SO_REUSEADDR:
    return s->reuse;
  case SO_REUSEPORT:
    return s->shares;
  case SO_SNDBUF:
    return (int)sett_send_buffer (s);
  case SO_RCVBUF:
    return (int)sett_receive_buffer (s);
  case SO_RCVLOWAT:
    return (int)sett_low_water (s);
  default:
    return recall (s, o->level, o->name);
  }
}

static long get (sett_socket *s, const option *o) {
  if (o->level == SOL_SOCKET &&
      (o->name == SO_RCVTIMEO || o->name == SO_SNDTIMEO)) {
    const struct timeval t =
        to_timeval (o->name == SO_RCVTIMEO ? s->receive_limit : s->send_limit);
    give (o, &t, sizeof t);
    return 0;
  }
  if (o->level == SOL_SOCKET && o->name == SO_LINGER) {
    const int on = recall (s, o->level, o->name);
    const struct linger l = {on != 0, on ? on - 1 : 0};
    give (o, &l, sizeof l);
    return 0;
  }
  if (o->level == SOL_SOCKET && o->name == SO_PEERCRED) {
    sett_call_remark ("getsockopt", "SO_PEERCRED is not modelled: ended there",
                      0);
    sett_end (SETT_CUT);
  }
  const int value = ask (s, o);
  give (o, &value, sizeof value);
  return 0;
}

/* Options change the status of the socket, as far as others can tell. */
static void use (const sett_socket *s, int changes, uintptr_t place) {
  sett_visible (SETT_DO_TRANSFER, &s->status,
                changes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, NULL, place);
  sett_spin_progress ();
  if (changes)
    sett_socket_change (s);
  else
    sett_socket_look (s);
}

long sett_call_setsockopt (const sett_call *call, uintptr_t place) {
  long result;
  socklen_t length = (socklen_t)call->a[4];
  const option o = {(int)call->a[1], (int)call->a[2], (void *)call->a[3],
                    &length};
  sett_descriptors_enter ((int)call->a[0], place);
  sett_socket *s = sett_socket_find (call, place, &result);
  if (!s)
    return result;
  if (!o.value)
    return -EFAULT;
  sett_socket_hold (s);
  use (s, 1, place);
  result = set (s, &o);
  sett_socket_release (s);
  return result;
}

long sett_call_getsockopt (const sett_call *call, uintptr_t place) {
  long result;
  const option o = {(int)call->a[1], (int)call->a[2], (void *)call->a[3],
                    (socklen_t *)call->a[4]};
  sett_descriptors_enter ((int)call->a[0], place);
  sett_socket *s = sett_socket_find (call, place, &result);
  if (!s)
    return result;
  if (!o.value || !o.length)
    return -EFAULT;
  sett_socket_hold (s);
  use (s, o.level == SOL_SOCKET && o.name == SO_ERROR, place);
  result = get (s, &o);
  sett_socket_release (s);
  return result;
}
