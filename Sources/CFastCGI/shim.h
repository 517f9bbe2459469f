#ifndef VELODY_CFASTCGI_H
#define VELODY_CFASTCGI_H

#include <fcgiapp.h>
#include <stdint.h>
#include <sys/epoll.h>

/*
 * epoll(7) is not part of Swift's Glibc module, and its packed struct is not imported.
 */

/* A set that watches `exclusive` (of all threads that watch it, few wake) and `shared` (all wake); -1
 * on failure. */
static inline int velody_watch(int exclusive, int shared) {
    int set = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event connection = {.events = EPOLLIN | EPOLLEXCLUSIVE, .data = {.fd = exclusive}};
    struct epoll_event stop = {.events = EPOLLIN, .data = {.fd = shared}};
    if (set >= 0 && epoll_ctl(set, EPOLL_CTL_ADD, exclusive, &connection) == 0 &&
        epoll_ctl(set, EPOLL_CTL_ADD, shared, &stop) == 0)
        return set;
    return -1;
}

/* Waits at most `milliseconds`, or for ever when -1; the descriptor that is readable, or -1. */
static inline int velody_wait(int set, int milliseconds) {
    struct epoll_event event;
    return epoll_wait(set, &event, 1, milliseconds) == 1 ? event.data.fd : -1;
}

#endif
