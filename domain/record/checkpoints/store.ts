// Signs a checkpoint of each newly closed day and mails it (rule checkpoints).
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import { newestDay, type RecordDay } from '../record/read.ts'
import { readOf } from '../record/store.ts'
import type { RecordKey } from './keys.ts'
import { openNote, signNote } from './note.ts'
import type { recordCheckpoints } from './table.ts'
import { allDays, checkAgainst, rootOfDays } from './tree.ts'

export type CheckpointRow = Row<typeof recordCheckpoints, 'day' | 'size' | 'note' | 'mailed_to' | 'mailed_at'>
const newestWhere = (db: Db, limit: number) =>
  db.all<CheckpointRow>(sql`
    select day, size, note, mailed_to, mailed_at from record_checkpoints order by day desc limit ${limit}
  `)
export const newestCheckpoint = async (db: Db): Promise<CheckpointRow | null> => (await newestWhere(db, 1))[0] ?? null
export const newestCheckpoints = (db: Db, limit: number): Promise<CheckpointRow[]> => newestWhere(db, limit)
export const checkpointOf = async (db: Db, day: string): Promise<string | null> =>
  (await db.all<{ note: string }>(sql`select note from record_checkpoints where day = ${day}`))[0]?.note ?? null

type Keys = { origin: string; keys: readonly RecordKey[] }
const isContinued = async (
  days: readonly RecordDay[],
  before: Pick<CheckpointRow, 'note'>,
  { origin, keys }: Keys,
): Promise<boolean> => {
  const opened = await openNote(
    before.note,
    keys.map(({ publicKey }) => ({ name: origin, publicKey })),
  )
  // of a key that is gone, or from another address, nothing can be said here: who holds it can check it
  return !('checkpoint' in opened) || checkAgainst(days, opened.checkpoint) === 'same'
}
/** false: the days that the newest checkpoint is about are not what it was signed for. */
export const continuesNewest = async (db: Db, keys: Keys): Promise<boolean> => {
  const before = await newestCheckpoint(db)
  return before === null || isContinued(await allDays(readOf(db)), before, keys)
}

/**
 * Once for each closed day. What does not continue the checkpoint before is not signed: somebody changed the record since.
 * @throws then
 */
export const signNewest = async (db: Db, { origin, keys, now }: Keys & { now: number }): Promise<void> => {
  const [key] = keys
  if (!key) return
  const [before, closed] = await Promise.all([newestCheckpoint(db), newestDay(readOf(db))])
  if (!closed || (before && before.day >= closed.day)) return
  // once a day all of them are read: each is a leaf
  const days = await allDays(readOf(db))
  const newest = days.at(-1) ?? closed
  if (before && !(await isContinued(days, before, { origin, keys })))
    throw new Error(`the record does not continue the checkpoint of ${before.day}`)
  const size = days.length
  const note = await signNote({ origin, size, root: rootOfDays(days, size) }, key)
  await db.run(sql`
    insert into record_checkpoints (day, size, note, signed_at)
    values (${newest.day}, ${size}, ${note}, ${now})
    on conflict (day) do nothing
  `)
}

/** To each address once. Only the newest: it has what those before it had. @throws where one did not take it; the next round tries those that lack it */
export const mailNewest = async (
  db: Db,
  {
    addresses,
    now,
    send,
  }: { addresses: readonly string[]; now: number; send: (to: string, row: CheckpointRow) => Promise<boolean> },
): Promise<void> => {
  const row = await newestCheckpoint(db)
  if (!row || row.mailed_at !== null || addresses.length === 0) return
  const mailed = new Set(JSON.parse(row.mailed_to) as string[])
  let failed = 0
  for (const to of addresses.filter((address) => !mailed.has(address))) {
    if (await send(to, row)) mailed.add(to)
    else failed += 1
  }
  await db.run(sql`
    update record_checkpoints
    set mailed_to = ${failed === 0 ? '[]' : JSON.stringify([...mailed])}, mailed_at = ${failed === 0 ? now : null}
    where day = ${row.day}
  `)
  if (failed > 0) throw new Error(`${failed} of ${addresses.length} mails were not taken`)
}
