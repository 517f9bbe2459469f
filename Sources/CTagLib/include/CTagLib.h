#ifndef VELODY_CTAGLIB_H
#define VELODY_CTAGLIB_H
#endif
