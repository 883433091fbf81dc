// Structured logs: one JSON line each, read by Workers Logs. No tokens, numbers or bodies (rule log-lines).
import { AsyncLocalStorage } from 'node:async_hooks'
import { maskText } from '../contract/ground/mask.ts'

type Fields = Record<string, string | number | boolean | null | undefined>

/** Made by Cloudflare or by us, and may look like a number. */
const MINTED: ReadonlySet<string> = new Set(['requestId', 'version'])
const masked = (value: Fields[string]): Fields[string] => (typeof value === 'string' ? maskText(value) : value)

/** Of the work under way: one isolate has many calls, rounds of the cron and batches of queues at a time. */
const requestIds = new AsyncLocalStorage<string>()
/** Every line that this work writes, however deep and later on, has the id. */
export const withRequestId = <T>(requestId: string, work: () => T): T => requestIds.run(requestId, work)

const write = (level: 'info' | 'warn' | 'error', message: string, fields: Fields): void => {
  const said = Object.entries(fields).map(([name, value]) => [name, MINTED.has(name) ? value : masked(value)])
  const line = JSON.stringify({
    level,
    message: maskText(message),
    time: new Date().toISOString(),
    requestId: requestIds.getStore(),
    ...Object.fromEntries(said),
  })
  // oxlint-disable-next-line no-console -- a Worker logs to the console, and only here
  console.log(line)
}
export const log = {
  info: (message: string, fields: Fields = {}): void => write('info', message, fields),
  warn: (message: string, fields: Fields = {}): void => write('warn', message, fields),
  error: (message: string, fields: Fields = {}): void => write('error', message, fields),
}
/** An error's name, message and stack as log fields. */
export const errorFields = (error: unknown): Fields => {
  if (!(error instanceof Error)) return { error: typeof error }
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  const { code } = error as { code?: unknown }
  return {
    error: error.name,
    ...(typeof code === 'string' && { code: code.slice(0, 60) }),
    detail: (cause ?? error.message).slice(0, 300),
    stack: error.stack?.slice(0, 1_000),
  }
}
/** For `.catch` of a call to an object: logs the failure, and the caller continues with null. */
export const didNotAnswer =
  (account: string) =>
  (error: unknown): null => {
    log.warn('an object did not answer', { account, ...errorFields(error) })
    return null
  }
