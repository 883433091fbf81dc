// What was sent to a number when, by which account (rule timeline): two accounts are asked at most, and the answer says which.
import type { InAccount } from '../../../contract/privacy/data-requests.ts'
import type { Timeline, TimelineAccount, TimelineEvent } from '../../../contract/privacy/timeline.ts'
import { iso } from '../../../contract/ground/time.ts'
import { readSettings } from '../../ground/settings/store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { campaignsOfNumber } from '../../sending/campaigns/people-store.ts'
import { inTime } from '../../record/journal/bucket.ts'
import { eventsOf, inOrder, keptSince } from './rules.ts'
import { accountsOfNumber, type Known } from './store.ts'

type Ask = (accountId: string, number: string) => Promise<InAccount | null>
/** Somebody looks at a page: an account that hangs is one that did not answer. */
const ANSWER_MS = 3_000
type Told = { account: TimelineAccount; events: TimelineEvent[] }
const told = async (row: Known & { id: string }, ask: Ask): Promise<Told> => {
  const account = {
    id: row.id,
    name: row.name ?? row.id,
    phonenumber: row.phonenumber,
    ownerId: row.ownerId ?? '',
    why: row.holds === 1 ? ('holds' as const) : ('last' as const),
  }
  try {
    const kept = await inTime(`account ${row.id}`, ANSWER_MS, ask(row.id, row.number))
    return {
      account: { ...account, answered: true, cut: kept?.cut ?? false },
      events: kept ? eventsOf(row.id, kept) : [],
    }
  } catch {
    return { account: { ...account, answered: false, cut: false }, events: [] }
  }
}
/** null: there is no such number. */
export const readTimeline = async (
  db: Db,
  id: number,
  { ask, now }: { ask: Ask; now: number },
): Promise<Timeline | null> => {
  const [rows, { recipient_cooldown_hours: cooldown }, campaigns] = await Promise.all([
    accountsOfNumber(db, id),
    readSettings(db),
    campaignsOfNumber(db, id),
  ])
  const [first] = rows
  if (!first) return null
  const accounts = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]))
  const answers = await Promise.all(accounts.map((row) => told(row, ask)))
  return {
    events: inOrder(answers.flatMap(({ events }) => events)),
    accounts: answers.map(({ account }) => account),
    campaigns,
    since: new Date(keptSince(now, cooldown)).toISOString(),
    lastAttemptAt: first.lastAttemptAt === 0 ? null : iso(first.lastAttemptAt),
  }
}
