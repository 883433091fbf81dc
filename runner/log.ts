// Structured logs. Phone numbers and tokens are masked.
import { type Logger, pino } from 'pino'
import { maskPhone } from '../contract/phone.ts'

export type Log = Logger

/** Masks every run of eight or more digits: phone numbers and LIDs. */
export const maskText = (text: string): string => text.replace(/\d{8,}/g, (digits) => maskPhone(digits))

const maskValue = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value)
  if (value instanceof Error)
    return { name: value.name, message: maskText(value.message), stack: maskText(value.stack ?? '') }
  return value
}
const maskFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskValue(value)]))

export const makeLog = (level: string, runnerId: string): Log =>
  pino({
    level,
    base: { runner: runnerId },
    redact: { paths: ['proxy', 'secret', 'qr', 'code', 'text', 'creds'], censor: '•••' },
    formatters: { log: maskFields },
    serializers: { err: maskValue },
    hooks: {
      logMethod(args, method) {
        const masked = args.map((one) => (typeof one === 'string' ? maskText(one) : one)) as typeof args
        method.apply(this, masked)
      },
    },
  })

const alerted = new Set<string>()
/** Logs a problem that repeats at every try as an error the first time, and as debug afterwards. */
export const alertOnce = (log: Log, about: string, fields: Record<string, unknown>, text: string): void => {
  const first = !alerted.has(about)
  alerted.add(about)
  if (first) log.error(fields, text)
  else log.debug(fields, text)
}

/** libsignal prints the sessions it opens and closes, private keys included, to the console. */
export const silenceLibraries = (): void => {
  for (const word of ['log', 'info', 'warn', 'error', 'debug', 'trace'])
    Reflect.set(globalThis.console, word, () => undefined)
}
