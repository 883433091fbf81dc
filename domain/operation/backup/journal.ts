// What a restored database must be told, because it happened after its backup (rule journal): who stopped or was erased, what was
// settled, and which numbers an account had claimed. Objects of the backups' bucket, each written once and named by its time. A person
// is named by the keyed hash alone.
import { z } from 'zod'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { settlementBatch, type SettlementBatch } from '../../../contract/money/settlement.ts'
import { SETTLED_DAYS } from '../../money/settlement/retention-rules.ts'
import { deleteUnder, inTime } from '../../record/journal/bucket.ts'
import { stampOf } from '../../record/journal/stamps.ts'
import {
  type Claimed,
  CLAIMS,
  claimed,
  claimsOf,
  SETTLED,
  STOPS,
  type Stop,
  stop,
} from '../../record/journal/format.ts'
import { journalUnlocked } from './locks.ts'

/** Stops for as long as a backup is kept and a month more; batches as long as the ledger knows them; claims as the backups of the last nights. */
const KEPT_DAYS = { stops: 400, settled: SETTLED_DAYS, claims: 8 }

/** Stops, settling and claims wait for the bucket no longer than this: one that hangs must not end what it is only a record of. */
const WAIT_MS = 2_000
const add = async (bucket: R2Bucket, folder: string, at: number, value: unknown): Promise<void> => {
  // two in one millisecond
  const name = `${folder}${stampOf(at)}-${crypto.randomUUID().slice(0, 8)}.json`
  await inTime('the journal', WAIT_MS, bucket.put(name, JSON.stringify(value)))
}
export const addStops = (bucket: R2Bucket, at: number, stops: readonly Stop[]): Promise<void> =>
  add(bucket, STOPS, at, stops)
/** Without the contacts, which name people. */
export const addSettled = (bucket: R2Bucket, at: number, batches: readonly SettlementBatch[]): Promise<void> =>
  add(
    bucket,
    SETTLED,
    at,
    batches.map(({ contacts: _contacts, ...batch }) => batch),
  )
export const addClaimed = (bucket: R2Bucket, what: Claimed): Promise<void> =>
  add(bucket, `${claimsOf(what.at)}${what.accountId}/`, what.at, what)

const READ_TOGETHER = 20
/** Objects named by times from `since` on, after this key; null in the end: that were all. */
const objectsAfter = async <T>(
  bucket: R2Bucket,
  {
    prefix,
    since,
    after,
    limit,
    isEnough,
  }: { prefix: string; since: number; after: string; limit: number } & {
    isEnough?: (values: readonly T[]) => boolean
  },
  shape: z.ZodType<T>,
): Promise<{ values: T[]; last: string | null }> => {
  const first = `${prefix}${stampOf(since)}`
  const { objects } = await bucket.list({ prefix, startAfter: after > first ? after : first, limit })
  const read = async ({ key }: { key: string }): Promise<T[]> => {
    const object = await bucket.get(key)
    return object ? [shape.parse(await object.json())] : []
  }
  const values: T[] = []
  for (let at = 0; at < objects.length; at += READ_TOGETHER) {
    const some = objects.slice(at, at + READ_TOGETHER)
    values.push(...(await Promise.all(some.map(read))).flat())
    const isLast = at + READ_TOGETHER >= objects.length
    if (!isLast && isEnough?.(values)) return { values, last: some.at(-1)?.key ?? null }
  }
  return { values, last: objects.length < limit ? null : (objects.at(-1)?.key ?? null) }
}
/** Objects that one step of a restoration reads: a year's journal is more than a call may ask for. */
const AT_ONCE = 200
/** One object holds a step of an imported list, thousands: with so many of them a restoration's step is full. */
const STOPS_AT_ONCE = 5_000
export const stopsAfter = async (bucket: R2Bucket, since: number, after: string) => {
  const isEnough = (read: readonly Stop[][]): boolean =>
    read.reduce((sum, { length }) => sum + length, 0) >= STOPS_AT_ONCE
  const asked = { prefix: STOPS, since, after, limit: AT_ONCE, isEnough }
  const { values, last } = await objectsAfter(bucket, asked, z.array(stop))
  return { stops: values.flat(), last }
}
/** Each object is a settling call, and tells of as many accounts as that call had batches, fifty at most. @param limit so many calls */
export const settledAfter = async (
  bucket: R2Bucket,
  { since, after, limit }: { since: number; after: string; limit: number },
) => {
  const asked = { prefix: SETTLED, since, after, limit }
  const { values, last } = await objectsAfter(bucket, asked, z.array(settlementBatch))
  return { batches: values.flat(), last }
}
/** Of one account, of one day at most. last: where the rest begins; null: that were all. */
export const claimedAfter = async (
  bucket: R2Bucket,
  accountId: string,
  { since, now, after }: { since: number; now: number; after: string },
): Promise<{ claims: Claimed[]; last: string | null }> => {
  const oldest = Math.max(since, now - KEPT_DAYS.claims * DAY_MS)
  for (let day = oldest; claimsOf(day) <= claimsOf(now); day += DAY_MS) {
    const prefix = `${claimsOf(day)}${accountId}/`
    // a day before the one where the rest begins
    if (after > prefix && !after.startsWith(prefix)) continue
    const { values, last } = await objectsAfter(bucket, { prefix, since, after, limit: AT_ONCE }, claimed)
    if (values.length > 0 || last !== null) return { claims: values, last: last ?? claimsOf(day + DAY_MS) }
  }
  return { claims: [], last: null }
}

/** A day of claims may be millions of objects: what there is no time for is deleted by the next cron. */
export const forgetJournal = async (bucket: R2Bucket, now: number, hasTime: () => boolean): Promise<void> => {
  for (const [prefix, before] of [
    [STOPS, `${STOPS}${stampOf(now - KEPT_DAYS.stops * DAY_MS)}`],
    [SETTLED, `${SETTLED}${stampOf(now - KEPT_DAYS.settled * DAY_MS)}`],
    [CLAIMS, claimsOf(now - KEPT_DAYS.claims * DAY_MS)],
  ] as const)
    await deleteUnder(bucket, prefix, { before, writtenBefore: journalUnlocked(now), hasTime })
}
