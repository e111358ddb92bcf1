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
  unsigned calls;         /* of it that run; */
  unsigned answered;      /* that may run a little longer than their callers see
                           */
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
/* Its stub, if it is exported; else null. */
jobject sett_stub_of (JNIEnv *, jobject remote);
/* What goes instead of an object that is passed on: its stub, or itself. */
jobject sett_export_replace (JNIEnv *, jobject);
/* A call of it ends, by the present event. */
void sett_export_leave (const sett_jthread *, sett_jexport *);

/* The word that says whether an object is exported. */
uint32_t sett_status_number (sett_thing *);
/* What keeps a process: its word; the present event changes it; one less. */
uint32_t sett_keepers_number (unsigned process);
void sett_keepers_touch (unsigned process);
void sett_keepers_let_go (unsigned process);

/* A call. */
typedef struct sett_jrequest {
  struct sett_jrequest *another; /* that there is, whosever it is */
  char name[48];                 /* for reports */
  sett_thing thing;              /* ...of who waits for the result */
  sett_jexport *object;
  jlong hash;                  /* of the method */
  jbyteArray arguments, reply; /* global references */
  int is_exception;            /* the reply is one */
  uint32_t sent;               /* event */
  uint32_t answered;           /* event, plus 1; 0: not yet */
  int is_lost;                 /* ...by the end of the process */
} sett_jrequest;

/* The thread of a caller in a process. */
typedef struct sett_jserver {
  struct sett_jserver *next;
  unsigned caller, process;
  sett_jthread *thread;
  sett_jrequest *waiting; /* to be run; or null */
} sett_jserver;

/* What there is, in this execution. */
typedef struct sett_rmi {
  sett_jexport *exports;
  sett_jrequest *requests;
  sett_jserver *servers;
  struct sett_jdoor *doors; /* rmi_objects.c */
  struct {                  /* of a process */
    unsigned objects;       /* that keep it */
    unsigned reapers;       /* threads that waited, so far */
    int has_reaper;
  } keepers[SETT_SYSTEM_PROCESSES];
} sett_rmi;
extern sett_rmi rmi;

/* Guards: nothing keeps the process; there is an answer; for ever. */
int sett_may_leave (const sett_jthread *);
int sett_has_answer (const sett_jthread *);
int sett_never (const sett_jthread *);

/* A thread of RMI's own, in this process, the k-th child of a thread, and what
   it does; null: the execution is over. */
typedef void sett_rmi_body (JNIEnv *, sett_jthread *);
sett_jthread *sett_rmi_start (JNIEnv *, sett_jthread *, unsigned process,
                              unsigned creator, unsigned ordinal,
                              const char *name, int daemon, sett_rmi_body *);

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
