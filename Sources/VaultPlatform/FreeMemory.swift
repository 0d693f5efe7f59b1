import CFreeMemory

/// Gives memory that this process has freed back to the system, which the C library of Linux does not do by itself where
/// threads have come and gone. Takes some milliseconds, in which other threads may wait to allocate.
package func returnFreeMemory() { free_memory_return() }
