#ifndef VELODY_CFASTCGI_H
#define VELODY_CFASTCGI_H
#include <fcgiapp.h>
#endif
