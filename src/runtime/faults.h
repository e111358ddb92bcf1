/* Signals that the run-time needs: writes to protected pages, crashes, and a
   clock that notices threads that run without end. */

#ifndef SETT_RUNTIME_FAULTS_H
#define SETT_RUNTIME_FAULTS_H

void sett_faults_install (void);

#endif
