// Structured logs. Phone numbers, tokens and keys are masked (rule log-lines).
import { type Logger, type LoggerOptions, pino } from 'pino'
import { maskText } from '../contract/ground/mask.ts'

export type Log = Logger

const maskValue = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value)
  if (value instanceof Error)
    return { name: value.name, message: maskText(value.message), stack: maskText(value.stack ?? '') }
  if (Array.isArray(value)) return value.map(maskValue)
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return maskFields(value as Record<string, unknown>)
  return value
}
const maskFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskValue(value)]))

/** @param to where the lines go; default: standard output */
export const makeLog = (level: string, runnerId: string, to?: { write: (line: string) => void }): Log => {
  const options: LoggerOptions = {
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
  }
  return to === undefined ? pino(options) : pino(options, to)
}

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
