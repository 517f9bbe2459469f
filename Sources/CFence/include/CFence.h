#ifndef VELODY_CFENCE_H
#define VELODY_CFENCE_H

// Takes from the calling process what a parser of hostile bytes never needs. The macros that it
// takes to write a seccomp filter are beyond what Swift imports.

enum {
    VELODY_FENCE_NO_NEW_PRIVILEGES = 1,
    VELODY_FENCE_NO_FILES = 2,
    VELODY_FENCE_NO_SYSTEM_CALLS = 4,
};

// Raises what the kernel has of: no new privileges; landlock without any path; a seccomp filter
// that lets pass what reading and writing open descriptors, memory and ending need, and answers
// EPERM to all else. For good, and for all threads to come; the process must have one thread.
// Returns which of the three are up.
int velody_fence_raise(void);

#endif
