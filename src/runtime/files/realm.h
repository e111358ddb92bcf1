/* Names and descriptors of the kernel's own files, and of devices.

   /proc, /sys and their like show the machine, and change it; they cannot be
   kept and restored.  What always holds: nothing there is written, removed or
   made by the program; /proc shows no other process than its own, under the
   number that the program knows; and what may differ from run to run bounds the
   verdict.  Devices are read only, but for those that lead nowhere.

   Names are translated before the call; what they have led to, by whatever
   way, is looked at when they are open. */

#ifndef SETT_RUNTIME_REALM_H
#define SETT_RUNTIME_REALM_H

#include "runtime/sched/syscalls.h"

/* Does the call use names, or change what a descriptor leads to? */
int sett_realm_concerns (long number);

/* Does such a call, if it may be done. */
long sett_realm_do (sett_call_function *, const sett_call *, uintptr_t place);

/* Has this call opened, as this number, what the kernel says of another process
   of the machine?  For calls before main. */
int sett_realm_shows_other (const sett_call *, long number);

/* ioctl on what is the kernel's. */
long sett_realm_control (const sett_call *, uintptr_t place);

/* fcntl: commands that let the kernel send signals are refused. */
int sett_realm_refuses (int command);

#endif
