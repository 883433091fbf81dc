// Makes the night's backup, some parts a minute (rule backup): what is cut off goes on after the last part, at the next cron.
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import { accountsAfter } from '../../privacy/erasures/erasures-store.ts'
import { inTime, readJson } from '../../record/journal/bucket.ts'
import {
  type BackupState,
  type Line,
  type Manifest,
  OBJECT_TRIES,
  OLD_STATE_KEY,
  type Part,
  partKey,
  STATE_KEY,
  state,
} from './format.ts'
import { stampOf, timeOf } from '../../record/journal/stamps.ts'
import type { ObjectPage } from './lost-objects.ts'
import { gateOf, isRestoredSince } from '../../ground/restoring/store.ts'
import { pastOf } from './past-store.ts'
import { isDue } from './retention-rules.ts'
import { publicKeyOf, sealPart, sha256 } from './seal.ts'
import { lastMigration, nextTable, readCut, rowsAfter } from './table-store.ts'
import { forgetBackups, makeWhole } from './whole.ts'

export type BackupPorts = {
  db: Db
  bucket: R2Bucket
  /** SPKI, base64. */
  publicKey: string
  /** null: nobody ever linked there. */
  pageOf: (accountId: string, from: string | null) => Promise<ObjectPage | null>
  clock: () => number
  /** No new part begins after this, epoch ms. */
  until: number
  /** Of local runs, instead of once a night. */
  everyMs: number | null
  error: (text: string, fields: Record<string, string>) => void
}
/** A part is compressed and encrypted in memory. */
const CHARS_A_PART = 4_000_000
const ACCOUNTS_AT_ONCE = 20
/** A page is some thousand rows of one object. */
const PAGE_MS = 10_000
/** What is not whole by then never will be. */
const GIVEN_UP_MS = 2 * DAY_MS

/** Answers what it did: nothing was due; there is more to do; this one is whole now. */
export const continueBackup = async (ports: BackupPorts): Promise<'none' | 'more' | Manifest> => {
  const { bucket, clock } = ports
  const stored = await readJson(bucket, STATE_KEY, state)
  let etag = stored?.etag ?? null
  /** false: another cron went on meanwhile, and what it did stands. Parts that only this one knows are locked, and go with their backup. */
  const save = async (next: BackupState): Promise<boolean> => {
    const onlyIf: R2Conditional = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag }
    const saved: R2Object | null = await bucket.put(STATE_KEY, JSON.stringify(next), { onlyIf })
    etag = saved?.etag ?? null
    return saved !== null
  }
  let now = stored?.value ?? (await doneBefore(bucket))
  if (now === null || now.place.step === 'done') {
    if (!isDue(now && timeOf(now.id), clock(), ports.everyMs)) return 'none'
    now = await begin(ports)
    if (!(await save(now))) return 'more'
  }
  while (now.place.step !== 'done') {
    if (clock() >= ports.until) return 'more'
    // a restoration may have begun since the cron looked
    if ((await gateOf(ports.db)) !== 'open') return 'more'
    const why = await whyAnew(ports, now)
    const next: BackupState = why === null ? await step(ports, now) : await begin(ports)
    if (!(await save(next))) return 'more'
    if (why !== null) ports.error('a backup was started over', { id: now.id, why })
    // asked again at once an object would fail again
    const hasFailed = next.place.step === 'objects' && next.place.tries > 0
    now = next
    if (hasFailed) return 'more'
  }
  try {
    await forgetBackups(bucket, clock(), () => clock() < ports.until)
  } catch (error) {
    // the next night deletes them: this one is whole
    ports.error('old backups were not deleted', { reason: String(error) })
  }
  return manifestOf(now, clock())
}
/** Of a version before the locks; what such a version has begun is started over. */
const doneBefore = async (bucket: R2Bucket): Promise<BackupState | null> => {
  const before = (await readJson(bucket, OLD_STATE_KEY, state))?.value
  return before?.place.step === 'done' ? before : null
}

/**
 * Rows of two schemas do not load into one, and rows of three days, of before and after a restoration, or of a day before and after a batch that
 * the cut has not, contradict each other. null: it may go on.
 */
const whyAnew = async ({ db, clock }: BackupPorts, now: BackupState): Promise<string | null> => {
  if (clock() - timeOf(now.id) > GIVEN_UP_MS) return 'it is older than two nights'
  if (await isRestoredSince(db, timeOf(now.id))) return 'the database was restored meanwhile'
  const last = await lastMigration(db)
  if (last !== now.migration) return `the database is of ${last} now`
  return (await hasPastMoved(db, now)) ? 'a day of before the cut has moved' : null
}
/** Once all tables are read it may. */
const hasPastMoved = async (db: Db, { place, past, moneySince }: BackupState): Promise<boolean> => {
  const isReading = place.step === 'tables' || (place.step === 'objects' && place.after === '' && place.within === null)
  return isReading && past !== null && (await pastOf(db, moneySince)) !== past
}

const begin = async ({ db, clock }: BackupPorts): Promise<BackupState> => ({
  id: stampOf(clock()),
  cutAt: clock(),
  migration: await lastMigration(db),
  tables: {},
  sequences: {},
  bounds: {},
  moneySince: '',
  past: null,
  objects: 0,
  missing: [],
  parts: [],
  place: { step: 'cut' },
})
const manifestOf = (
  { bounds: _b, moneySince: _m, past: _past, place: _p, ...rest }: BackupState,
  finishedAt: number,
): Manifest => ({
  ...rest,
  finishedAt,
})

const withPart = async (
  ports: BackupPorts,
  to: BackupState,
  kind: Part['kind'],
  lines: string[],
): Promise<BackupState> => {
  if (lines.length === 0) return to
  const key = partKey(to.id, to.parts.length)
  const sealed = await sealPart(await publicKeyOf(ports.publicKey), key, `${lines.join('\n')}\n`)
  await ports.bucket.put(key, sealed)
  const made: Part = { key, kind, rows: lines.length, bytes: sealed.length, sha256: await sha256(sealed) }
  return { ...to, parts: [...to.parts, made] }
}
const counted = (tables: BackupState['tables'], table: string, rows: number): BackupState['tables'] => ({
  ...tables,
  [table]: (tables[table] ?? 0) + rows,
})

const step = async (ports: BackupPorts, now: BackupState): Promise<BackupState> => {
  const { place } = now
  if (place.step === 'cut') return cut(ports, now)
  if (place.step === 'tables') return table(ports, now, place)
  if (place.step === 'objects') return objects(ports, now, place)
  if (place.step === 'manifest') return finish(ports, now)
  return now
}

const cut = async (ports: BackupPorts, now: BackupState): Promise<BackupState> => {
  const cutAt = ports.clock()
  const { rows, ...bounds } = await readCut(ports.db, cutAt)
  let next: BackupState = { ...now, ...bounds, cutAt }
  let lines: string[] = []
  let chars = 0
  for (const row of rows) {
    next = { ...next, tables: counted(next.tables, row.table, 1) }
    const text = JSON.stringify(row)
    chars += text.length
    lines.push(text)
    if (chars < CHARS_A_PART) continue
    next = await withPart(ports, next, 'cut', lines)
    lines = []
    chars = 0
  }
  next = await withPart(ports, next, 'cut', lines)
  return { ...next, place: await placeAfter(ports.db, '', next.tables) }
}
const placeAfter = async (db: Db, after: string, read: BackupState['tables']): Promise<BackupState['place']> => {
  const next = await nextTable(db, after, (table) => table in read)
  return next === null
    ? { step: 'objects', after: '', within: null, tries: 0 }
    : { step: 'tables', table: next, after: null }
}

type At<S> = Extract<BackupState['place'], { step: S }>
const table = async (ports: BackupPorts, now: BackupState, { table, after }: At<'tables'>): Promise<BackupState> => {
  const lines: string[] = []
  let from = after
  for (let chars = 0; chars < CHARS_A_PART; ) {
    const { rows, last } = await rowsAfter(ports.db, now, table, from)
    for (const row of rows) {
      const text = JSON.stringify({ table, row } satisfies Line)
      chars += text.length
      lines.push(text)
    }
    from = last
    if (last === null) break
  }
  const next = await withPart(ports, { ...now, tables: counted(now.tables, table, lines.length) }, 'table', lines)
  return {
    ...next,
    place: from === null ? await placeAfter(ports.db, table, next.tables) : { step: 'tables', table, after: from },
  }
}

const objects = async (ports: BackupPorts, now: BackupState, place: At<'objects'>): Promise<BackupState> => {
  const lines: string[] = []
  let { after, within, tries } = place
  let found = now.objects
  let chars = 0
  const missing = [...now.missing]
  const full = (): boolean => chars >= CHARS_A_PART || ports.clock() >= ports.until
  const upTo = async (to: BackupState['place']): Promise<BackupState> => ({
    ...(await withPart(ports, now, 'objects', lines)),
    objects: found,
    missing,
    place: to,
  })
  for (;;) {
    const ids = await accountsAfter(ports.db, after, ACCOUNTS_AT_ONCE)
    if (ids.length === 0) return upTo({ step: 'manifest' })
    for (const id of ids) {
      try {
        do {
          const page = await inTime(`account ${id}`, PAGE_MS, ports.pageOf(id, within))
          if (page && within === null) found += 1
          for (const text of page?.lines ?? []) {
            lines.push(text)
            chars += text.length
          }
          within = page?.next ?? null
          tries = 0
        } while (within !== null && !full())
      } catch (error) {
        tries += 1
        if (tries < OBJECT_TRIES) return upTo({ step: 'objects', after, within, tries })
        ports.error('a backup has not this account', { id, reason: String(error) })
        // without its document, which comes last, the rest brings nothing to life
        if (within !== null) found -= 1
        missing.push(id)
        within = null
        tries = 0
      }
      if (within === null) after = id
      if (full()) return upTo({ step: 'objects', after, within, tries })
    }
  }
}

const finish = async ({ bucket, clock }: BackupPorts, now: BackupState): Promise<BackupState> => {
  await makeWhole(bucket, manifestOf(now, clock()))
  return { ...now, place: { step: 'done' } }
}
