// What was sent to a number when, by which account (rule timeline): those two that know most are asked at once, everybody in steps.
import type { InAccount } from '../../../contract/privacy/data-requests.ts'
import {
  EVERYBODY,
  type Timeline,
  type TimelineAccount,
  type TimelineEvent,
} from '../../../contract/privacy/timeline.ts'
import { iso } from '../../../contract/ground/time.ts'
import { readSettings } from '../../ground/settings/store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { campaignsOfNumber } from '../../sending/campaigns/people-store.ts'
import type { Hashes } from '../../recipients/suppressions/hash.ts'
import { inTime } from '../../record/journal/bucket.ts'
import { accountsOfStep, askAccounts, askCampaigns } from '../data-requests/show-number.ts'
import type { AskedAccount } from '../data-requests/store.ts'
import { eventsOf, inOrder, keptSince, underConsent, underNames } from './rules.ts'
import { accountsOfNumber, consentsOf, type Known, namesOf } from './store.ts'

export type TimelinePorts = {
  db: Db
  bucket: () => Promise<R2Bucket>
  /** null: this account was never linked. */
  ask: (accountId: string, number: string) => Promise<InAccount | null>
  /** Under which consents are on record. */
  hashesOf: (number: string) => Hashes
  clock: () => number
  /** No further file is begun after this, epoch ms. */
  until: number
}
/** Somebody looks at a page: an account that hangs is one that did not answer. */
const ANSWER_MS = 3_000
const askOf =
  ({ ask }: Pick<TimelinePorts, 'ask'>) =>
  (accountId: string, number: string): Promise<InAccount | null> =>
    inTime(`account ${accountId}`, ANSWER_MS, ask(accountId, number))

type Found = Pick<Timeline, 'accounts' | 'events' | 'campaigns' | 'asked' | 'silent' | 'after'> & {
  said: (string | null)[]
}
type Told = { account: TimelineAccount; events: TimelineEvent[]; said: string | null }
const told = async (row: Known & { id: string }, ports: TimelinePorts): Promise<Told> => {
  const account = {
    id: row.id,
    name: row.name ?? row.id,
    phonenumber: row.phonenumber,
    ownerId: row.ownerId ?? '',
    why: row.holds === 1 ? ('holds' as const) : ('last' as const),
  }
  try {
    const kept = await askOf(ports)(row.id, row.number)
    return {
      account: { ...account, answered: true, cut: kept?.cut ?? false },
      events: kept ? eventsOf(row.id, kept) : [],
      said: kept?.since ?? null,
    }
  } catch {
    return { account: { ...account, answered: false, cut: false }, events: [], said: null }
  }
}
const NOTHING: Found = { accounts: [], events: [], said: [], campaigns: [], asked: 0, silent: [], after: null }
const byThoseWhoKnowMost = async (ports: TimelinePorts, rows: readonly Known[]): Promise<Found> => {
  const accounts = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]))
  const answers = await Promise.all(accounts.map((row) => told(row, ports)))
  return {
    ...NOTHING,
    accounts: answers.map(({ account }) => account),
    events: answers.flatMap(({ events }) => events),
    said: answers.map(({ said }) => said),
    asked: answers.length,
    after: EVERYBODY,
  }
}
type Place = { phase: string; after: string }
const placeOf = (step: string): Place => {
  const [phase = '', after = ''] = step.split(':')
  return { phase, after }
}
/** @param accounts of this step */
const byEverybody = async (
  ports: TimelinePorts,
  number: string,
  { phase, after }: Place,
  accounts: readonly AskedAccount[],
): Promise<Found> => {
  if (phase === 'campaigns') {
    const { found, silent, last } = await askCampaigns({ ...ports, bucket: await ports.bucket() }, number, after)
    return { ...NOTHING, campaigns: found, silent, after: last === null ? null : `campaigns:${last}` }
  }
  const { asked, keeping, since, silent, last } = await askAccounts(askOf(ports), number, accounts)
  return {
    ...NOTHING,
    accounts: keeping.map(({ account: { id, name, phonenumber, user_id }, kept: { cut } }) => ({
      id,
      name: name ?? phonenumber ?? id,
      phonenumber,
      ownerId: user_id,
      why: 'asked',
      answered: true,
      cut,
    })),
    events: keeping.flatMap(({ account, kept }) => eventsOf(account.id, kept)),
    said: since,
    asked,
    silent: silent.map(({ id, name, phonenumber }) => name ?? phonenumber ?? id),
    after: last === null ? 'campaigns:' : `accounts:${last}`,
  }
}

/** null: there is no such number. @param after where a step of asking everybody begins; undefined: those who know most are asked */
export const readTimeline = async (
  ports: TimelinePorts,
  id: number,
  after: string | undefined,
): Promise<Timeline | null> => {
  const { db, clock } = ports
  const place = after === undefined ? null : placeOf(after)
  // one call of the database, which is all that a number costs that nobody wrote to
  const [rows, { recipient_cooldown_hours: cooldown }, campaigns, everybody] = await Promise.all([
    accountsOfNumber(db, id),
    readSettings(db),
    place === null ? campaignsOfNumber(db, id) : [],
    place?.phase === 'accounts' ? accountsOfStep(db, place.after) : [],
  ])
  const [first] = rows
  if (!first) return null
  const { number, lastAttemptAt } = first
  const { events, said, ...found } = await (place === null
    ? byThoseWhoKnowMost(ports, rows)
    : byEverybody(ports, number, place, everybody))
  // one call again, of what was found
  const [consents, names] = events.some(({ kind }) => kind === 'message')
    ? await Promise.all([consentsOf(db, number, ports.hashesOf(number)), namesOf(db, events)])
    : [[], []]
  return {
    ...found,
    campaigns: [...campaigns, ...found.campaigns],
    events: inOrder(underNames(underConsent(events, consents), names)),
    since: new Date(keptSince(clock(), cooldown, said)).toISOString(),
    lastAttemptAt: lastAttemptAt === 0 ? null : iso(lastAttemptAt),
  }
}
