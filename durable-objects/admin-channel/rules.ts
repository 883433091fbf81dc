// Which admins' screens hear what, and what the collectors are asked for. Pure.
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import type { BrowserEvent, EventCounts, EventPayload } from '../../contract/operation/events.ts'
import type { AdminWants, Moved } from '../admin-rpc.ts'
import { shardOf } from '../admin-collector/shard-rules.ts'
import type { Watch } from '../../contract/operation/watched-rows.ts'

type Wants = Omit<AdminWants, 'version'>
/** `only`: a monitor's account; `watch`: the rows of a screen; null: everything. */
export type Screen = { only: string | null; watch: Watch | null }

/** The rows of all open screens together. */
export const wantsOf = (screens: readonly Pick<Screen, 'watch'>[]): Wants => ({
  listeners: screens.length > 0,
  everything: screens.some(({ watch }) => watch === null),
  accounts: [...new Set(screens.flatMap(({ watch }) => watch?.accounts ?? []))].toSorted(),
  numbers: [...new Set(screens.flatMap(({ watch }) => watch?.numbers ?? []))].toSorted(),
})
/** A collector gets the accounts of its shard, and all phone numbers, because any account may claim any number. */
export const partOf = (wants: Wants, shard: number): Wants => ({
  ...wants,
  accounts: wants.accounts.filter((id) => shardOf(id) === shard),
})

/** The realtime monitor's filter: device id or sender id; the account's own names count as well. */
export const isAbout = ({ payload }: BrowserEvent, id: string): boolean =>
  [payload.deviceId, payload.clientId, payload.whatsappId, payload.sender?.id, payload.sender?.clientid].includes(id)
/** Whether this screen gets the event of an account or of a phone number. */
export const hears = ({ watch, only }: Screen, event: BrowserEvent): boolean => {
  if (only !== null) return isAbout(event, only)
  return watch === null || isShown(event, watch)
}
/** @param rows as a screen or a collector has them; `accounts` need only answer for the sender */
export const isShown = (
  { payload }: { payload: EventPayload },
  rows: { accounts: readonly string[]; numbers: readonly string[] },
): boolean =>
  (payload.sender !== undefined && rows.accounts.includes(payload.sender.id)) ||
  (typeof payload.number === 'string' && rows.numbers.includes(payload.number))

const sum = (a: EventCounts, b: EventCounts): EventCounts => {
  const total = { ...a }
  for (const [name, count] of Object.entries(b) as [keyof EventCounts, number][])
    total[name] = (total[name] ?? 0) + count
  return total
}
/** Without events that did not occur. */
export const positive = (counts: EventCounts): EventCounts =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
export const NOTHING_MOVED: Moved = { accounts: {}, jobs: {} }
export const addMoved = (a: Moved, b: Moved): Moved => ({
  accounts: sum(a.accounts, b.accounts),
  jobs: sum(a.jobs, b.jobs),
})
export const hasMoved = ({ accounts, jobs }: Moved): boolean =>
  Object.keys(accounts).length > 0 || Object.keys(jobs).length > 0
export const totalsEvent = (moved: Moved): BrowserEvent => ({
  event: 'totals',
  payload: { deviceId: ADMIN_CLIENT_ID, moved: moved.accounts, moved_jobs: moved.jobs },
})
