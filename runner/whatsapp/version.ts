// Which Baileys this process runs, for the monitor.
import { createRequire } from 'node:module'

const found: unknown = createRequire(import.meta.url)('@whiskeysockets/baileys/package.json')
export const baileysVersion = String((found as { version?: unknown }).version ?? 'unknown')
