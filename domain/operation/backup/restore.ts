// Restores a database and lost objects from a backup and the journal, some seconds a minute (rule restored-place). Each step may be
// repeated. Nothing is claimed and nothing settled until the last one is done.
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Outlived, RestoredRows } from './lost-objects.ts'
import type { Db } from '../../ground/db/connection.ts'
import { accountsAfter } from '../../privacy/erasures/erasures-store.ts'
import { hashesOfLid, hashesOfNumber } from '../../recipients/suppressions/hash.ts'
import { matchFlags } from '../../recipients/suppressions/snooze-store.ts'
import { erase } from '../../recipients/suppressions/store.ts'
import { readJson } from '../../record/journal/bucket.ts'
import { line, type Line, type Manifest, manifest, manifestKey } from './format.ts'
import { counted } from './counted.ts'
import { keepTried } from './keep-tried.ts'
import { claimedAfter, settledAfter, stopsAfter } from './journal.ts'
import { type Restoration, releaseRestoration, saveRestoration, takeRestoration } from '../../ground/restoring/store.ts'
import {
  holdOpen,
  numbersAfter,
  numbersOfHashes,
  restClaimed,
  stoppedAmong,
  suppressListed,
  tellLids,
  writeStops,
} from './restore-store.ts'
import { openPart } from './seal.ts'
import { FACTORS, loadRows, reconcileSums, recount } from './table-store.ts'

export type RestorePorts = {
  db: Db
  bucket: R2Bucket
  hashKeys: KeyRing
  /** Settles batches in spite of the gate; throws when D1 did not take some of them. Those of objects may not be in the journal yet. */
  settle: (batches: readonly SettlementBatch[], from: 'journal' | 'objects') => Promise<unknown>
  outlive: (accountId: string, since: number) => Promise<Outlived | null>
  /** What the journal says that a lost one settled. */
  hearSettled: (accountId: string, batches: SettlementBatch[]) => Promise<unknown>
  takeRows: (accountId: string, rows: RestoredRows) => Promise<boolean>
  clock: () => number
  budgetMs: number
}
/** What was done, in counts. */
type Report = Partial<
  Record<'parts' | 'rows' | 'stops' | 'erased' | 'batches' | 'outlived' | 'lost' | 'restored' | 'balances', number>
>
/** lostIds: accounts whose object is lost, from when each was asked until the end. */
type Noted = { counts: Report; lostIds: string[] }
const noted = (r: Restoration): Noted => {
  const { lostIds = [], ...counts } = JSON.parse(r.report) as Report & { lostIds?: string[] }
  return { counts, lostIds }
}
const add = (r: Restoration, more: Report, lost: readonly string[] = []): string => {
  const { counts, lostIds } = noted(r)
  for (const [name, n] of Object.entries(more)) counts[name as keyof Report] = (counts[name as keyof Report] ?? 0) + n
  const ids = [...lostIds, ...lost]
  return JSON.stringify(ids.length === 0 ? counts : { ...counts, lostIds: ids })
}

type Work = RestorePorts & {
  /** Whether this invocation has called so much that it leaves the rest to the next one. */
  isSpent: () => boolean
  parts: Manifest['parts']
  keys: Record<string, string>
  /** A little before the database's own time, because clocks differ. */
  since: number
}
const BEFORE_MS = 10 * MINUTE_MS
const LEASE_MS = 2 * MINUTE_MS
/** A step makes some 400 at most, and one that is begun is done: an invocation stays below 1,000. */
const CALLS_AT_MOST = 400

/** null: there is more to do, or nothing; else what was done in all. */
export const continueRestoration = async (ports: RestorePorts): Promise<Report | null> => {
  const { db, bucket, clock } = ports
  const until = clock() + ports.budgetMs
  let now = await takeRestoration(db, clock(), LEASE_MS)
  if (!now) return null
  const { ports: counting, calls } = counted(ports)
  const isSpent = (): boolean => calls() >= CALLS_AT_MOST
  try {
    const found = now.backup === null ? null : await readJson(bucket, manifestKey(now.backup), manifest)
    if (now.backup !== null && !found) throw new Error(`there is no backup ${now.backup}`)
    const keys = JSON.parse(now.keys ?? '{}') as Record<string, string>
    const work: Work = { ...counting, isSpent, parts: found?.value.parts ?? [], keys, since: now.since - BEFORE_MS }
    while (now.phase !== 'done' && clock() < until && !isSpent()) {
      now = await STEPS[now.phase](work, now)
      await saveRestoration(db, now)
    }
  } catch (error) {
    // this is what must be told, whether or not the release of the lease fails too: it ends by itself
    await releaseRestoration(db, null).catch(() => undefined)
    throw error
  }
  const isDone = now.phase === 'done'
  await releaseRestoration(db, isDone ? clock() : null)
  return isDone ? noted(now).counts : null
}

const begun = (r: Restoration, phase: Restoration['phase'], more: Report = {}): Restoration => ({
  ...r,
  phase,
  after: '',
  report: add(r, more),
})
const at = (r: Restoration, after: string | number, more: Report = {}, lost: readonly string[] = []): Restoration => ({
  ...r,
  after: String(after),
  report: add(r, more, lost),
})

const linesOf = async ({ bucket, keys }: Work, key: string): Promise<Line[]> => {
  const [object, partKey] = [await bucket.get(key), keys[key]]
  if (!object || partKey === undefined) throw new Error(`${key} is missing, or its key is`)
  const text = await openPart(partKey, key, new Uint8Array(await object.arrayBuffer()))
  return text.split('\n').flatMap((one) => (one === '' ? [] : [line.parse(JSON.parse(one))]))
}

/** The cut comes first: what is there already stays, so its rows count, and those read later add what it does not have. */
const tables = async (work: Work, r: Restoration): Promise<Restoration> => {
  const parts = work.parts.filter((part) => part.kind !== 'objects')
  const part = parts[Number(r.after)]
  if (!part) return begun(r, 'stops')
  const lines = await linesOf(work, part.key)
  for (const [table, rows] of Map.groupBy(lines, (one) => one.table)) {
    if (r.phase === 'missing' && FACTORS.has(table)) continue
    await loadRows(
      work.db,
      table,
      rows.map((one) => one.row),
    )
  }
  return at(r, Number(r.after) + 1, { parts: 1, rows: lines.length })
}

/** What `erase` returns are accounts to tell; the erasure itself reaches every account by the cron. */
const eraseAgain = async ({ db, hashKeys, clock }: Work, number: string): Promise<void> => {
  const hashes = hashesOfNumber(hashKeys, number)
  await erase(db, { hashes, number, by: 'restore', now: clock() }, [])
}

const stops = async (work: Work, r: Restoration): Promise<Restoration> => {
  const { stops: found, last } = await stopsAfter(work.bucket, work.since, r.after)
  await writeStops(work.db, found)
  const gone = found.filter((stop) => stop.event === 'erased').map((stop) => stop.hash)
  const erased = await numbersOfHashes(work.db, gone)
  for (const number of erased) await eraseAgain(work, number)
  const more = { stops: new Set(found.map((stop) => stop.hash)).size, erased: erased.length }
  return last === null ? begun(r, 'numbers', more) : at(r, last, more)
}
/** Their hashes, by each key, are one bound parameter, which holds 2 MB at most. */
const NUMBERS_AT_ONCE = 2_000
/** The journal names nobody: a person who stopped is found by the hash of each number in the list. */
const numbers = async (work: Work, r: Restoration): Promise<Restoration> => {
  if ((noted(r).counts.stops ?? 0) === 0) {
    await matchFlags(work.db)
    return begun(r, 'settled')
  }
  let after = Number(r.after)
  const until = work.clock() + work.budgetMs / 4
  let count = 0
  for (;;) {
    const rows = (await numbersAfter(work.db, after, NUMBERS_AT_ONCE)).map((row) => ({
      ...row,
      hashes: hashesOfNumber(work.hashKeys, row.number),
    }))
    const all = rows.flatMap((row) => row.hashes)
    const { stopped, erased } = await stoppedAmong(work.db, all, work.since)
    for (const { hashes, ...row } of rows) {
      if (hashes.some((hash) => erased.has(hash))) {
        await eraseAgain(work, row.number)
        count += 1
      } else if (hashes.some((hash) => stopped.has(hash))) await suppressListed(work.db, row, hashes)
      after = row.id
      if (work.isSpent()) return at(r, after, { erased: count })
    }
    if (rows.length === 0) {
      await matchFlags(work.db)
      return begun(r, 'settled', { erased: count })
    }
    if (work.clock() >= until) return at(r, after, { erased: count })
  }
}

/** As many as a settling call brings. */
const BATCHES_AT_ONCE = 50
/** What throws here begins at the same place again: what was settled already is not settled twice. */
const settleSome = async (
  { settle }: Work,
  batches: readonly SettlementBatch[],
  from: 'journal' | 'objects',
): Promise<void> => {
  for (let i = 0; i < batches.length; i += BATCHES_AT_ONCE) await settle(batches.slice(i, i + BATCHES_AT_ONCE), from)
}
/** Calls of the journal that a step reads: a thousand batches, which are settled in some twenty calls. */
const CALLS_AT_ONCE = 20
const settled = async (work: Work, r: Restoration): Promise<Restoration> => {
  const { since } = work
  const { batches, last } = await settledAfter(work.bucket, { since, after: r.after, limit: CALLS_AT_ONCE })
  await settleSome(work, batches, 'journal')
  const more = { batches: batches.length }
  return last === null ? begun(r, 'accounts', more) : at(r, last, more)
}

const ACCOUNTS_AT_ONCE = 50
/** An object that lives says what it settled, and gives up claims that the database does not know. Of a lost one the claims rest. */
const accounts = async (work: Work, r: Restoration): Promise<Restoration> => {
  // the account that is done, and how far the claims of the one after it are
  let [done = '', after = ''] = r.after.split(' ')
  const ids = await accountsAfter(work.db, done, ACCOUNTS_AT_ONCE)
  if (ids.length === 0) return begun(r, 'objects')
  const lost: string[] = []
  let outlived = 0
  for (const id of ids) {
    const said = await work.outlive(id, work.since)
    let isMuch = said !== null && said.batches.length > 0
    if (said) {
      await settleSome(work, said.batches, 'objects')
      await holdOpen(work.db, id, said.open)
      const stops = said.stops.flatMap(({ number, lid }) => [
        { hashes: hashesOfLid(work.hashKeys, lid), lid },
        ...(number === null ? [] : [{ hashes: hashesOfNumber(work.hashKeys, number), lid }]),
      ])
      await tellLids(work.db, stops)
      await keepTried(work, said.tried ?? [])
      outlived += 1
    } else {
      const now = work.clock()
      const { claims, last } = await claimedAfter(work.bucket, id, { since: work.since, now, after })
      await restClaimed(work.db, id, claims, now)
      if (last !== null) return at(r, `${done} ${last}`, { outlived, lost: lost.length }, lost)
      isMuch = claims.length > 0
      lost.push(id)
    }
    ;[done, after] = [id, '']
    // a step calls no more than one account's batches, or a page of its claims, ask for
    if (isMuch || work.isSpent()) break
  }
  return at(r, done, { outlived, lost: lost.length }, lost)
}

/** Objects that a step calls. */
const OBJECTS_AT_ONCE = 200
/** What a settling call tells of at most. */
const ACCOUNTS_A_CALL = 50
const partsFor = ({ parts }: Work, lost: ReadonlySet<string>): Manifest['parts'] =>
  lost.size === 0 ? [] : parts.filter((part) => part.kind === 'objects')
/** A lost object hears what it settled since, before it has its rows: it would say again what its outbox has of it. */
const objects = async (work: Work, r: Restoration): Promise<Restoration> => {
  const lost = new Set(noted(r).lostIds)
  if (partsFor(work, lost).length === 0) return begun(r, 'rows')
  const told = Math.min(lost.size, ACCOUNTS_A_CALL)
  const limit = Math.min(CALLS_AT_ONCE, Math.floor(OBJECTS_AT_ONCE / told))
  const { batches, last } = await settledAfter(work.bucket, { since: work.since, after: r.after, limit })
  const said = Map.groupBy(
    batches.filter((batch) => lost.has(batch.accountId)),
    (batch) => batch.accountId,
  )
  await Promise.all([...said].map(([id, list]) => work.hearSettled(id, list)))
  return last === null ? begun(r, 'rows') : at(r, last)
}

/** Those alone that were lost when they were asked: one that was lost since has not heard what it settled, and would say it again. */
const rows = async (work: Work, r: Restoration): Promise<Restoration> => {
  const lost = new Set(noted(r).lostIds)
  const parts = partsFor(work, lost)
  // the part, and how many of its accounts have taken their rows
  const [index = 0, done = 0] = r.after.split(' ').map(Number)
  const part = parts[index]
  if (!part) {
    await recount(work.db)
    const balances = await reconcileSums(work.db)
    return begun({ ...r, report: JSON.stringify(noted(r).counts) }, 'done', { balances })
  }
  const accounts = [...Map.groupBy(await linesOf(work, part.key), (one) => one.object ?? '')].filter(([id]) =>
    lost.has(id),
  )
  const some = accounts.slice(done, done + OBJECTS_AT_ONCE)
  let restored = 0
  for (const [id, lines] of some) if (await work.takeRows(id, { lines, since: work.since })) restored += 1
  const isWhole = done + some.length === accounts.length
  return at(r, isWhole ? index + 1 : `${index} ${done + some.length}`, { restored })
}

const STEPS: Record<Exclude<Restoration['phase'], 'done'>, (work: Work, r: Restoration) => Promise<Restoration>> = {
  tables,
  missing: tables,
  stops,
  numbers,
  settled,
  accounts,
  objects,
  rows,
}
