/* The version, as `sett version`, reports and internal errors tell it. */

#ifndef SETT_BASE_VERSION_H
#define SETT_BASE_VERSION_H

#define SETT_VERSION "0.2.0"

#endif
