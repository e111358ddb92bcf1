/* Parameters of a typedef type: see record_parameters.c. */

#ifndef SETT_PROMELA_RECORD_PARAMETERS_H
#define SETT_PROMELA_RECORD_PARAMETERS_H

#include "promela/parse/parser.h"

/* Sets `parts` of a parameter; fails if it contains an array. */
void sett_record_parameter_split (parser *, variable *whole);

/* What names a simple part of such a parameter becomes the name of the variable
   that it is; anything else stays. */
void sett_record_parameter_name (parser *, expression *);

#endif
