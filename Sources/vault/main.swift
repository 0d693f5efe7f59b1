import VaultCommands
import VaultPlatform

exit(VaultProgram.run(CommandLine.arguments))
