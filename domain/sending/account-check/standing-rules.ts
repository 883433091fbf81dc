// Why an account sends or does not (rule account-check): the first obstacle on the way from the account to a message. Pure.
import type { Held } from '../../../contract/people/pauses.ts'
import type { LocalAccount } from '../../../contract/operation/monitor.ts'
import type { AccountStanding, Standing } from '../../../contract/sending/account-check.ts'
import type { LastRun } from '../../../contract/sending/last-run.ts'

/** What of the object's document says it: whatever a release before did not write is absent. */
type Document = Partial<{
  linked: boolean
  removed: boolean
  suspended: boolean
  suspendReason: 'deleted' | 'banned' | null
  suspendedCount: number
  held: Held | null
  link: { startedAt: number } | null
  unreadableOn: string
  placeTries: number
  placeAskedAt: number
  lastCode: number | null
  restrictedUntil: number | null
  shown: { since: number; waits?: { since: number } }
  rest: { until: number }
  run: {
    jobId: string | null
    startedAt: number
    stopRequested: boolean
    campaign?: { name: string } | undefined
  } | null
  lastRun: {
    end: LastRun['end']
    error: string | null
    endedAt: number
    attempted: number
    freeAt: number | null
  } | null
}>
export type Seen = Pick<LocalAccount, 'purpose' | 'state' | 'wait' | 'timers' | 'check' | 'now'> & {
  document: Document
}
/** place and person: as the database has them. */
export type Stops = { place: Held | null; person: Held | null; closed: boolean }

const iso = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString()
const NO_RUNNER_TRIES = 1

export const standingOf = (seen: Seen, stops: Stops): AccountStanding => {
  const { document: doc, state, wait } = seen
  const shownSince = iso(doc.shown?.since)
  const timer = (name: string): string | null => seen.timers.find((one) => one.name === name)?.due ?? null
  const plain = { since: shownSince, until: null, wait: null, by: null, reason: null, code: null, campaign: null }
  const says = (standing: Standing, more: Partial<AccountStanding> = {}): AccountStanding => ({
    ...plain,
    strikes: doc.suspendedCount ?? 0,
    standing,
    ...more,
  })
  const held = (standing: Standing, { since, by, reason }: Held) => says(standing, { since, by, reason })
  const cut = (standing: Standing, more: Partial<AccountStanding> = {}) =>
    says(standing, { code: doc.lastCode ?? null, ...more })

  if (doc.removed) return says('removed')
  if (doc.link) return says('linking', { since: iso(doc.link.startedAt) })
  if (!doc.linked) return says('never_linked')
  if (state === 'suspended') return cut(doc.suspendReason === 'banned' ? 'banned' : 'messages_deleted')
  if (doc.held) return held('held_account', doc.held)
  if (stops.person) return held(stops.closed ? 'closed_person' : 'held_person', stops.person)
  if (state === 'loggedOut') return cut('logged_out')
  if (state === 'conflict') return cut('opened_elsewhere')
  if (doc.unreadableOn !== undefined && state !== 'connected') return cut('unreadable', { until: timer('reconnect') })
  if (state === 'disconnected') return cut('disconnected')
  if (state === 'reconnecting' || state === 'unknown')
    return (doc.placeTries ?? 0) >= NO_RUNNER_TRIES
      ? says('no_runner', { since: iso(doc.placeAskedAt) ?? shownSince, until: timer('place') })
      : cut('reconnecting', { until: timer('reconnect') })
  if (seen.purpose !== 'blast') return says('not_for_blast')
  if (stops.place) return held('held_place', stops.place)
  const { run } = doc
  const working = { since: iso(run?.startedAt) }
  if (run?.jobId) return says('blaster', working)
  if (seen.check) return says('checks', { since: null })
  if (run?.stopRequested) return says('stopping', working)
  if (run && wait && wait.reason !== 'interval' && wait.until > seen.now)
    return says('waits', { wait: wait.reason, since: iso(doc.shown?.waits?.since), until: wait.until })
  if (run) return says('sends', { ...working, campaign: run.campaign?.name ?? null })
  return idle(seen, says)
}

type Says = (standing: Standing, more?: Partial<AccountStanding>) => AccountStanding
/** Nobody has begun a blast, or the last one ended. */
const idle = ({ document: doc, state, now }: Seen, says: Says): AccountStanding => {
  if (state === 'restricted') return says('restricted', { until: iso(doc.restrictedUntil) })
  if ((doc.rest?.until ?? 0) > Date.parse(now)) return says('rests', { since: null, until: iso(doc.rest?.until) })
  const { lastRun } = doc
  if (!lastRun) return says('not_started')
  const ended = { since: iso(lastRun.endedAt), reason: lastRun.error }
  if (lastRun.end === 'error_blast') return says('failed', ended)
  if (lastRun.end === 'stop') return says('stopped', ended)
  if ((lastRun.freeAt ?? 0) > Date.parse(now)) return says('no_numbers', { ...ended, until: iso(lastRun.freeAt) })
  return says(lastRun.attempted === 0 ? 'no_numbers' : 'finished', ended)
}
