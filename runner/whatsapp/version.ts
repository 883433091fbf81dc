// Which Baileys this process runs, for the monitor.
// imported, not looked up beside the process: a bundle has no node_modules with Baileys in it
import baileys from '@whiskeysockets/baileys/package.json' with { type: 'json' }

export const baileysVersion = baileys.version
