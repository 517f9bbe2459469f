#ifndef VELODY_CMAGIC_H
#define VELODY_CMAGIC_H
#include <magic.h>
#endif
