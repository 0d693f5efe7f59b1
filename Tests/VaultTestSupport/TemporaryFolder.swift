import VaultCore
