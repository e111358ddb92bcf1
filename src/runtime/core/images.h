/* What is loaded where in this process: what its addresses mean, for whoever
   reports them later (sett_member.modules). */

#ifndef SETT_RUNTIME_IMAGES_H
#define SETT_RUNTIME_IMAGES_H

/* Writes it down. */
void sett_images_list (void);

/* When narrating: the process becomes another program, and addresses will mean
   something else. */
void sett_images_leave (void);

#endif
