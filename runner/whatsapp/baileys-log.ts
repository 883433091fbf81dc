// Baileys' log: warnings and errors only, and only their fixed text, because the logged objects have numbers and keys.
import type { Log } from '../log.ts'

type Say = (fields: unknown, text?: string) => void
export type BaileysLog = { level: string; child: () => BaileysLog } & Record<
  'trace' | 'debug' | 'info' | 'warn' | 'error',
  Say
>

const nothing: Say = () => undefined
export const baileysLog = (log: Log): BaileysLog => {
  const say: Say = (fields, text) => log.debug(`baileys: ${text ?? (typeof fields === 'string' ? fields : 'problem')}`)
  const made: BaileysLog = {
    level: 'silent',
    child: () => made,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: say,
    error: say,
  }
  return made
}
