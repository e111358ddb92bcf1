/* The functions for sockets that programs use most.  They would be caught as
   system calls (trap.c), too; this is quicker, works where nothing is caught,
   and tells which memory they access. */

#include "runtime/core/modules.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sync/threads.h"

#include <sys/socket.h>
#include <sys/uio.h>

#define CALL(NUMBER, ...)                                                      \
  sett_result (sett_call_do (&(const sett_call){SYS_##NUMBER, {__VA_ARGS__}},  \
                             SETT_HERE))

/* In the prototypes of the C library a pointer to any kind of address may be a
   union. */
#define ADDRESS(X) ((long)(X).__sockaddr__)

#define accessed sett_races_served

/* An address that was asked for, and its length. */
static int named (long result, const void *name, const socklen_t *length,
                  uintptr_t place) {
  if (result >= 0 && name && length) {
    accessed (length, sizeof *length, SETT_MEMORY_WRITE, place);
    accessed (name, *length, SETT_MEMORY_WRITE, place);
  }
  return (int)result;
}

static void accessed_parts (const struct iovec *parts, size_t count, long size,
                            unsigned how, uintptr_t place) {
  for (size_t i = 0; i < count && size > 0; i++) {
    const long length = (long)parts[i].iov_len;
    accessed (parts[i].iov_base, length < size ? length : size, how, place);
    size -= length;
  }
}

static long total (const struct iovec *parts, size_t count) {
  long size = 0;
  for (size_t i = 0; i < count; i++)
    size += (long)parts[i].iov_len;
  return size;
}

/*------------------------------------------------------------------------*/

EXPORT int socket (int family, int type, int protocol) {
  if (!sett_active ())
    return SETT_REAL (socket) (family, type, protocol);
  return (int)CALL (socket, family, type, protocol);
}

EXPORT int socketpair (int family, int type, int protocol, int both[2]) {
  if (!sett_active ())
    return SETT_REAL (socketpair) (family, type, protocol, both);
  const int result = (int)CALL (socketpair, family, type, protocol, (long)both);
  if (!result)
    accessed (both, 2 * sizeof *both, SETT_MEMORY_WRITE, SETT_HERE);
  return result;
}

EXPORT int bind (int file, __CONST_SOCKADDR_ARG name, socklen_t length) {
  if (!sett_active ())
    return SETT_REAL (bind) (file, name, length);
  accessed (name.__sockaddr__, length, SETT_MEMORY_READ, SETT_HERE);
  return (int)CALL (bind, file, ADDRESS (name), length);
}

EXPORT int listen (int file, int backlog) {
  if (!sett_active ())
    return SETT_REAL (listen) (file, backlog);
  return (int)CALL (listen, file, backlog);
}

EXPORT int accept (int file, __SOCKADDR_ARG name, socklen_t *restrict length) {
  if (!sett_active ())
    return SETT_REAL (accept) (file, name, length);
  sett_cancellation_point (SETT_HERE);
  return named (CALL (accept, file, ADDRESS (name), (long)length),
                name.__sockaddr__, length, SETT_HERE);
}

EXPORT int accept4 (int file, __SOCKADDR_ARG name, socklen_t *restrict length,
                    int flags) {
  if (!sett_active ())
    return SETT_REAL (accept4) (file, name, length, flags);
  sett_cancellation_point (SETT_HERE);
  return named (CALL (accept4, file, ADDRESS (name), (long)length, flags),
                name.__sockaddr__, length, SETT_HERE);
}

/* A program may try until somebody listens. */
SETT_LOOKING (connect);
int connect_looking (int, __CONST_SOCKADDR_ARG, socklen_t);
SETT_LOOKS int connect_looking (int file, __CONST_SOCKADDR_ARG name,
                                socklen_t length) {
  if (!sett_active ())
    return SETT_REAL (connect) (file, name, length);
  sett_cancellation_point (SETT_HERE);
  sett_spin_look (SETT_HERE);
  accessed (name.__sockaddr__, length, SETT_MEMORY_READ, SETT_HERE);
  return (int)CALL (connect, file, ADDRESS (name), length);
}

EXPORT int shutdown (int file, int how) {
  if (!sett_active ())
    return SETT_REAL (shutdown) (file, how);
  return (int)CALL (shutdown, file, how);
}

EXPORT int getsockname (int file, __SOCKADDR_ARG name,
                        socklen_t *restrict length) {
  if (!sett_active ())
    return SETT_REAL (getsockname) (file, name, length);
  return named (CALL (getsockname, file, ADDRESS (name), (long)length),
                name.__sockaddr__, length, SETT_HERE);
}

EXPORT int getpeername (int file, __SOCKADDR_ARG name,
                        socklen_t *restrict length) {
  if (!sett_active ())
    return SETT_REAL (getpeername) (file, name, length);
  return named (CALL (getpeername, file, ADDRESS (name), (long)length),
                name.__sockaddr__, length, SETT_HERE);
}

EXPORT int setsockopt (int file, int level, int name, const void *value,
                       socklen_t length) {
  if (!sett_active ())
    return SETT_REAL (setsockopt) (file, level, name, value, length);
  accessed (value, length, SETT_MEMORY_READ, SETT_HERE);
  return (int)CALL (setsockopt, file, level, name, (long)value, length);
}

EXPORT int getsockopt (int file, int level, int name, void *restrict value,
                       socklen_t *restrict length) {
  if (!sett_active ())
    return SETT_REAL (getsockopt) (file, level, name, value, length);
  return named (CALL (getsockopt, file, level, name, (long)value, (long)length),
                value, length, SETT_HERE);
}

/*------------------------------------------------------------------------*/

EXPORT ssize_t send (int file, const void *from, size_t size, int flags) {
  if (!sett_active ())
    return SETT_REAL (send) (file, from, size, flags);
  sett_cancellation_point (SETT_HERE);
  accessed (from, (long)size, SETT_MEMORY_READ, SETT_HERE);
  return CALL (sendto, file, (long)from, (long)size, flags, 0, 0);
}

EXPORT ssize_t sendto (int file, const void *from, size_t size, int flags,
                       __CONST_SOCKADDR_ARG name, socklen_t length) {
  if (!sett_active ())
    return SETT_REAL (sendto) (file, from, size, flags, name, length);
  sett_cancellation_point (SETT_HERE);
  accessed (from, (long)size, SETT_MEMORY_READ, SETT_HERE);
  accessed (name.__sockaddr__, length, SETT_MEMORY_READ, SETT_HERE);
  return CALL (sendto, file, (long)from, (long)size, flags, ADDRESS (name),
               length);
}

EXPORT ssize_t recv (int file, void *to, size_t size, int flags) {
  if (!sett_active ())
    return SETT_REAL (recv) (file, to, size, flags);
  sett_cancellation_point (SETT_HERE);
  const ssize_t n = CALL (recvfrom, file, (long)to, (long)size, flags, 0, 0);
  accessed (to, n < (ssize_t)size ? n : (ssize_t)size, SETT_MEMORY_WRITE,
            SETT_HERE);
  return n;
}

EXPORT ssize_t recvfrom (int file, void *restrict to, size_t size, int flags,
                         __SOCKADDR_ARG name, socklen_t *restrict length) {
  if (!sett_active ())
    return SETT_REAL (recvfrom) (file, to, size, flags, name, length);
  sett_cancellation_point (SETT_HERE);
  const ssize_t n = CALL (recvfrom, file, (long)to, (long)size, flags,
                          ADDRESS (name), (long)length);
  named (n, name.__sockaddr__, length, SETT_HERE);
  accessed (to, n < (ssize_t)size ? n : (ssize_t)size, SETT_MEMORY_WRITE,
            SETT_HERE);
  return n;
}

EXPORT ssize_t sendmsg (int file, const struct msghdr *message, int flags) {
  if (!sett_active ())
    return SETT_REAL (sendmsg) (file, message, flags);
  sett_cancellation_point (SETT_HERE);
  accessed_parts (message->msg_iov, message->msg_iovlen,
                  total (message->msg_iov, message->msg_iovlen),
                  SETT_MEMORY_READ, SETT_HERE);
  return CALL (sendmsg, file, (long)message, flags);
}

EXPORT ssize_t recvmsg (int file, struct msghdr *message, int flags) {
  if (!sett_active ())
    return SETT_REAL (recvmsg) (file, message, flags);
  sett_cancellation_point (SETT_HERE);
  const ssize_t n = CALL (recvmsg, file, (long)message, flags);
  accessed_parts (message->msg_iov, message->msg_iovlen, n, SETT_MEMORY_WRITE,
                  SETT_HERE);
  return n;
}

EXPORT ssize_t readv (int file, const struct iovec *parts, int count) {
  if (!sett_active ())
    return SETT_REAL (readv) (file, parts, count);
  sett_cancellation_point (SETT_HERE);
  const ssize_t n = CALL (readv, file, (long)parts, count);
  accessed_parts (parts, count > 0 ? (size_t)count : 0, n, SETT_MEMORY_WRITE,
                  SETT_HERE);
  return n;
}

EXPORT ssize_t writev (int file, const struct iovec *parts, int count) {
  if (!sett_active ())
    return SETT_REAL (writev) (file, parts, count);
  sett_cancellation_point (SETT_HERE);
  accessed_parts (parts, count > 0 ? (size_t)count : 0,
                  total (parts, count > 0 ? (size_t)count : 0),
                  SETT_MEMORY_READ, SETT_HERE);
  return CALL (writev, file, (long)parts, count);
}
