/* The table of system calls (syscalls.def), for those who look calls up there
   (syscalls.h). */

#ifndef SETT_RUNTIME_SYSCALL_TABLE_H
#define SETT_RUNTIME_SYSCALL_TABLE_H

/* Before the first call is caught. */
void sett_syscall_table_open (void);

#endif
