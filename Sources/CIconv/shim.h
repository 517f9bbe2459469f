#ifndef VELODY_CICONV_H
#define VELODY_CICONV_H

/* iconv(3) is part of the C library, but not of Swift's Glibc module. */
#include <iconv.h>

#endif
