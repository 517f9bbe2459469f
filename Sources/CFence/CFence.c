#include "CFence.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define VELODY_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define VELODY_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef VELODY_ARCHITECTURE

// The number of what is allowed: a jump over one return when it matches.
#define ALLOW(name)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1),                                        \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static struct sock_filter filter[] = {
    // Calls of another architecture have other numbers.
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VELODY_ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    // Descriptors that are open already.
    ALLOW(read), ALLOW(write), ALLOW(pread64), ALLOW(pwrite64), ALLOW(recvmsg), ALLOW(close),
    ALLOW(fstat), ALLOW(newfstatat), ALLOW(lseek),
    // Memory, and the one thread's own affairs.
    ALLOW(brk), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise),
    ALLOW(futex), ALLOW(sched_yield), ALLOW(getrandom), ALLOW(gettid), ALLOW(getpid),
    // Time, signals to itself, the end.
    ALLOW(clock_gettime), ALLOW(setitimer), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask),
    ALLOW(rt_sigreturn), ALLOW(exit), ALLOW(exit_group),
#ifdef __NR_alarm
    ALLOW(alarm),
#endif
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
};

static int without_system_calls(void) {
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

static int without_system_calls(void) { return 0; }

#endif

// A ruleset that handles every access and allows none.
static int without_files(void) {
    struct landlock_ruleset_attr rules = {
        .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                             LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                             LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                             LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                             LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                             LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                             LANDLOCK_ACCESS_FS_MAKE_SYM,
    };
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (ruleset < 0) return 0;
    int done = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return done;
}

int velody_fence_raise(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    int up = VELODY_FENCE_NO_NEW_PRIVILEGES;
    if (without_files()) up |= VELODY_FENCE_NO_FILES;
    if (without_system_calls()) up |= VELODY_FENCE_NO_SYSTEM_CALLS;
    return up;
}
