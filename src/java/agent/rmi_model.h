/* What the files of RMI (rmi.h) have in common. */

#ifndef SETT_JAVA_AGENT_RMI_MODEL_H
#define SETT_JAVA_AGENT_RMI_MODEL_H

#include "java/agent/rmi.h"

/* What threads of RMI wait for, in reports. */
extern sett_thing sett_remote_calls;

/* An object that is, or was, exported. */
typedef struct sett_jexport {
  struct sett_jexport *next;
  uint32_t id;            /* the same in all executions */
  unsigned process;       /* where it lives... */
  jobject object, target; /* global references: itself; what the JDK keeps */
  sett_thing *thing;      /* that it is */
  unsigned port;          /* 0: any */
  int is_permanent;       /* a registry: it does not keep its process */
  int is_exported;        /* still */
  unsigned calls;         /* of it that run */
  uint32_t *clock;        /* what who has exported it had seen */
} sett_jexport;

sett_jexport *sett_export_of_id (jlong id);
sett_jexport *sett_export_of (JNIEnv *, jobject remote);
/* The registry of a port; null: there is none. */
sett_jexport *sett_export_at (unsigned port);
/* Its word, for searches. */
uint32_t sett_export_number (const sett_jexport *);
/* Does its process live? */
int sett_export_is_there (const sett_jexport *);
/* What goes instead of an object that is passed on: its stub, or itself. */
jobject sett_export_replace (JNIEnv *, jobject);
/* A call of it ends, by the present event. */
void sett_export_leave (const sett_jthread *, sett_jexport *);

/* A thread of RMI's own, in this process, the k-th child of a thread; null: the
   execution is over. */
sett_jthread *sett_rmi_start (JNIEnv *, sett_jthread *, unsigned process,
                              unsigned creator, unsigned ordinal,
                              const char *name);
/* What such a thread does. */
void sett_rmi_serve (JNIEnv *, sett_jthread *);
void sett_rmi_reap (JNIEnv *, sett_jthread *);
/* Is it the one of rmiregistry? */
int sett_registry_rests (const sett_jthread *);
void sett_calls_end (JNIEnv *);
void sett_calls_process_end (const sett_jthread *);

/* Copies.  Null: an exception is pending. */
jobject sett_marshal_open (JNIEnv *);
int sett_marshal_add (JNIEnv *, jobject stream, jclass type, jobject value);
jbyteArray sett_marshal_close (JNIEnv *, jobject stream);
jobject sett_unmarshal_open (JNIEnv *, jbyteArray);
/* Null may be a value, too. */
jobject sett_unmarshal_next (JNIEnv *, jobject stream, jclass type);

/* The exception that was pending, and is not any more: to find a class or a
   method for the first time would clear it. */
jthrowable sett_take_exception (JNIEnv *);
/* An exception of java.rmi with this text, for the pending one or none. */
void sett_throw_remote (JNIEnv *, const char *class_name, const char *text);
void sett_throw_caused (JNIEnv *, const char *class_name, const char *text,
                        const char *cause, const char *cause_text);
/* Nobody is there: ConnectException. */
void sett_throw_refused (JNIEnv *, jobject live);

/* Where a reference leads. */
jobject sett_live_of (JNIEnv *, jobject ref);
jlong sett_live_id (JNIEnv *, jobject live);
unsigned sett_live_port (JNIEnv *, jobject live);
/* Is it one of a kind that is modelled?  No: the execution is over. */
int sett_ref_is_known (JNIEnv *, jobject ref);

/* The thread that runs, and counts; null: an exception is pending. */
sett_jthread *sett_rmi_caller (JNIEnv *);

/* Calls a method of the JDK. */
jobject sett_rmi_call (JNIEnv *, jobject, const char *class_name,
                       const char *method, const char *type, ...);

#endif
