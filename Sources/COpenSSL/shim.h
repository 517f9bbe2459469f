#ifndef VELODY_COPENSSL_H
#define VELODY_COPENSSL_H
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#endif
