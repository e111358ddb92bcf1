/* Messages between processes: see message_flow.h.

   The bytes of a stream arrive in the order in which they were sent; of a
   connection a process receives what others have sent, not itself, unless
   nobody else is there.  Datagrams keep their limits: a receive takes the first
   one of its size.  Connections are accepted in the order in which they were
   made. */

#include "view/message_flow.h"

#include "base/assert.h"
#include "base/vector.h"
#include "view/json_tree.h"

#include <string.h>

typedef struct message {
  size_t step;
  json_int_t object, left, process;
} message;

typedef struct mail {
  const json_t *steps, *threads;
  json_t *told;
  SETT_VECTOR (message) sent, connects;
} mail;

static int is (const json_t *step, const char *operation) {
  return !strcmp (sett_json_tree_text (step, "operation"), operation);
}

static json_int_t process_of (const mail *m, const json_t *step) {
  const json_t *thread = json_array_get (
      m->threads, (size_t)sett_json_tree_number (step, "thread"));
  return sett_json_tree_number (thread, "process");
}

static json_t *tell (mail *m, const message *from, json_t *received) {
  json_t *o = json_pack ("{s:I, s:o, s:I}", "sent", (json_int_t)from->step + 1,
                         "received", received, "object", from->object);
  json_array_append_new (m->told, o);
  return o;
}

static void send (mail *m, size_t i, const json_t *step) {
  const json_int_t bytes = sett_json_tree_number (step, "bytes");
  const json_int_t second = sett_json_tree_number (step, "second");
  const message fresh = {
      .step = i,
      .object = second >= 0 ? second : sett_json_tree_number (step, "object"),
      .left = bytes,
      .process = process_of (m, step)};
  if (bytes <= 0)
    return;
  if (json_object_get (step, "lost"))
    json_object_set_new (tell (m, &fresh, json_null ()), "lost", json_true ());
  else
    SETT_PUSH (m->sent, fresh);
}

/* Does anybody else send through it? */
static int has_others (const mail *m, json_int_t object, json_int_t process) {
  for (size_t i = 0; i < m->sent.count; i++)
    if (m->sent.at[i].object == object && m->sent.at[i].process != process)
      return 1;
  return 0;
}

static void take (mail *m, size_t index, json_int_t bytes, size_t step) {
  message *from = &m->sent.at[index];
  SETT_ASSERT (index < m->sent.count && from->left >= bytes);
  tell (m, from, json_integer ((json_int_t)step + 1));
  from->left -= bytes;
}

static int is_datagram (const json_t *step) {
  return is (step, "RECEIVE_FROM") &&
         strstr (sett_json_tree_text (step, "text"), "UDP");
}

static void receive_datagram (mail *m, size_t i, json_int_t object,
                              json_int_t bytes) {
  for (size_t k = 0; k < m->sent.count; k++)
    if (m->sent.at[k].object == object && m->sent.at[k].left == bytes) {
      take (m, k, bytes, i);
      return;
    }
}

static void receive (mail *m, size_t i, const json_t *step) {
  const json_int_t object = sett_json_tree_number (step, "object");
  const json_int_t process = process_of (m, step);
  const int others = has_others (m, object, process);
  json_int_t wanted = sett_json_tree_number (step, "bytes");
  if (is_datagram (step)) {
    receive_datagram (m, i, object, wanted);
    return;
  }
  for (size_t k = 0; k < m->sent.count && wanted > 0; k++) {
    const message *from = &m->sent.at[k];
    if (from->object != object || !from->left ||
        (others && from->process == process))
      continue;
    const json_int_t bytes = from->left < wanted ? from->left : wanted;
    take (m, k, bytes, i);
    wanted -= bytes;
  }
}

static void accept (mail *m, size_t i, const json_t *step) {
  for (size_t k = 0; k < m->connects.count; k++) {
    message *from = &m->connects.at[k];
    if (from->object != sett_json_tree_number (step, "object") || !from->left)
      continue;
    from->left = 0;
    json_object_set_new (tell (m, from, json_integer ((json_int_t)i + 1)),
                         "connection", json_true ());
    return;
  }
}

static void connect (mail *m, size_t i, const json_t *step) {
  const message fresh = {
      .step = i, .object = sett_json_tree_number (step, "object"), .left = 1};
  SETT_PUSH (m->connects, fresh);
}

static void follow (mail *m, size_t i, const json_t *step) {
  const int failed = json_object_get (step, "error") != NULL;
  if (is (step, "SEND") || is (step, "SEND_TO"))
    send (m, i, step);
  else if (is (step, "RECEIVE") || is (step, "RECEIVE_FROM"))
    receive (m, i, step);
  else if (is (step, "CONNECT") && !failed)
    connect (m, i, step);
  else if (is (step, "ACCEPT") && !failed)
    accept (m, i, step);
}

json_t *sett_messages_of (const json_t *steps, const json_t *threads) {
  mail m = {.steps = steps, .threads = threads, .told = json_array ()};
  const json_t *step;
  size_t i;
  json_array_foreach (steps, i, step) follow (&m, i, step);
  for (i = 0; i < m.sent.count; i++)
    if (m.sent.at[i].left)
      tell (&m, &m.sent.at[i], json_null ());
  SETT_RELEASE (m.sent);
  SETT_RELEASE (m.connects);
  return m.told;
}
