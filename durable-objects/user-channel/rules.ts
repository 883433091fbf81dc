// Whom an event is about, and which accounts have lately spoken to nobody. Pure.
import type { BrowserEvent } from '../../contract/events.ts'

/** After a frame nobody heard, an account's frames to admins pause this long. */
export const QUIET_MS = 10_000
/** Accounts told at most when somebody begins to listen; the others' pauses run out by themselves. */
export const SILENT_MAX = 200

/** The realtime monitor's filter (s.2): device id or sender id; the account's own names count as well. */
export const isAbout = ({ payload }: BrowserEvent, id: string): boolean =>
  [payload.deviceId, payload.clientId, payload.whatsappId, payload.sender?.id, payload.sender?.clientid].includes(id)

/** Account → when it spoke to nobody, oldest first; what is too old or too much goes. */
export type Silent = Map<string, number>
export const rememberSilent = (silent: Silent, accountId: string, now: number): void => {
  silent.delete(accountId)
  silent.set(accountId, now)
  for (const [id, at] of silent) {
    if (silent.size <= SILENT_MAX && at > now - QUIET_MS) return
    silent.delete(id)
  }
}
/** Those whose pause still runs, newest first; they are forgotten here. */
export const takeSilent = (silent: Silent, now: number): string[] => {
  const lately = [...silent].filter(([, at]) => at > now - QUIET_MS).map(([id]) => id)
  silent.clear()
  return lately.toReversed()
}
