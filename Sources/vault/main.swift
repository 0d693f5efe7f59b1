import VaultCommands
import VaultPlatform

exit(VaultProgram.run(Array(CommandLine.arguments.dropFirst())))
