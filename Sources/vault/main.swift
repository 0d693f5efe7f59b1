import VaultCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

exit(VaultProgram.run(Array(CommandLine.arguments.dropFirst())))
