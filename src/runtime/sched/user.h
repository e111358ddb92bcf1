/* Whose process it is, as the program knows it (user.c). */

#ifndef SETT_RUNTIME_USER_H
#define SETT_RUNTIME_USER_H

#include <stdint.h>

/* Capabilities. */
enum {
  SETT_CAN_CHOWN = 0,
  SETT_CAN_OVERRIDE = 1,
  SETT_CAN_SEARCH = 2,
  SETT_CAN_OWN = 3,
  SETT_CAN_KEEP_ID = 4,
  SETT_CAN_BE_URGENT = 23
};

int sett_user_can (int capability);
/* Also if it is not root at present. */
int sett_user_could (int capability);

/* For files... */
uint32_t sett_user_number (void);
uint32_t sett_user_group (void);
int sett_user_has_group (uint32_t group);
/* ...and who has started the program, with this as the first group. */
uint32_t sett_user_really (void);
uint32_t sett_user_group_really (void);
int sett_user_is_among (uint32_t first, uint32_t group);

/* Is it another one, or in other groups, than the kernel believes? */
int sett_user_differs (void);

#endif
