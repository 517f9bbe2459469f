#ifndef VELODY_CLINUXFILES_H
#define VELODY_CLINUXFILES_H

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * sync_file_range(2) and syncfs(2) are Linux's own and not part of Swift's Glibc module.
 */

/* Has the kernel begin to write the dirty pages of a range, without waiting for them; a hint. An
 * error of the writing itself is told by the next fdatasync. */
static inline void velody_begin_writing(int file, int64_t offset, int64_t length) {
    const unsigned int write = 2; /* SYNC_FILE_RANGE_WRITE */
    (void)syscall(SYS_sync_file_range, file, offset, length, write);
}

/* syncfs(2): makes all of the file system durable that the file is on; 0, or -1 with errno. */
static inline int velody_synchronize_file_system(int file) {
    return (int)syscall(SYS_syncfs, file);
}

#endif
