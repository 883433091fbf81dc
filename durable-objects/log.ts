// The log of the objects, which stand below the Worker: one JSON line a fault (rule log-lines).
import { maskText } from '../contract/ground/mask.ts'

type Where = { object: string; account?: string | null; now: number }
/** @param what was done when it failed */
export const logFault = (what: string, error: unknown, { object, account, now }: Where): void => {
  const line = {
    level: 'error',
    object,
    time: new Date(now).toISOString(),
    account,
    what,
    error: maskText(String(error)),
  }
  // oxlint-disable-next-line no-console -- an object has no other log
  console.error(JSON.stringify(line))
}
