import VaultPlatform
import VaultWeb

exit(await ServeProgram.run())
