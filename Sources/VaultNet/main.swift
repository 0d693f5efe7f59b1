import VaultPlatform

exit(await NetProgram.run())
