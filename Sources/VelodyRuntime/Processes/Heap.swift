import CMalloc

/// How the C library's heap gives memory back to the system.
package enum Heap {
    /// Has freed memory given back, for a process that lives for years and needs much only for moments.
    ///
    /// Left alone, the heap of each thread keeps what a large page or body once took: a large block that
    /// is freed makes the library believe that more of its size will follow (mallopt(3)). To be called
    /// before there are threads.
    package static func keepSmall() {
        mallopt(M_MMAP_THRESHOLD, 256 << 10)
        mallopt(M_TRIM_THRESHOLD, 512 << 10)
    }
}
