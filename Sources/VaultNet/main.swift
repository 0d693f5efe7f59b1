import VaultPlatform
import VaultWeb

// They end the server, which hears of them by Dispatch.
SignalAction.hold([SIGTERM, SIGINT])
exit(await ServeProgram.run())
