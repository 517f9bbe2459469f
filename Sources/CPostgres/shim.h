#ifndef VELODY_CPOSTGRES_H
#define VELODY_CPOSTGRES_H
#include <libpq-fe.h>
#endif
