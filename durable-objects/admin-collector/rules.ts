// What a collector keeps of reports, and what it answers to an account. Pure.
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { isShown } from '../admin-channel/rules.ts'
import type { AdminInterest, AdminWants } from '../admin-rpc.ts'

/** Most events a collector sends a second. Beyond it the oldest are dropped; only monitors without named rows reach this. */
const FRAME_EVENTS_MAX = 300

type InterestTerm = Pick<AdminInterest, 'until' | 'changesFrom'>
export const interestOf = (wants: AdminWants, accountId: string, term: InterestTerm): AdminInterest => {
  const isRowShown = wants.everything || wants.accounts.includes(accountId)
  return {
    ...term,
    level: isRowShown ? 'events' : wants.listeners ? 'counts' : 'nothing',
    numbers: wants.everything || wants.numbers.length > 0,
  }
}
export const wantedEvents = (wants: AdminWants, events: readonly BrowserEvent[]): BrowserEvent[] =>
  events.filter((event) => wants.everything || isShown(event, wants))
export const newest = (events: readonly BrowserEvent[]): BrowserEvent[] => events.slice(-FRAME_EVENTS_MAX)
/** Accounts that are shown now and were not before. */
export const newlyShown = (before: AdminWants | null, now: AdminWants): string[] =>
  now.accounts.filter((id) => !before?.accounts.includes(id))
