import CFreeMemory

/// Gives memory that this process has freed back to the system, which the C library of Linux does not do by itself where
/// threads have come and gone. Takes some milliseconds, in which other threads may wait to allocate.
package func returnFreeMemory() { free_memory_return() }

/// Keeps what is freed in this process, for one that ends in milliseconds: giving pages back and taking them anew is much of what
/// the reading of a few notes costs.
package func keepFreeMemory() { free_memory_keep() }
