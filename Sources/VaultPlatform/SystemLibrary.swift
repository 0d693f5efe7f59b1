// The C library has another name on each system; whoever imports this module gets it along.
#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif
