#ifndef VELODY_CMALLOC_H
#define VELODY_CMALLOC_H

/* malloc.h is no part of Swift's Glibc module. */
#include <malloc.h>

#endif
