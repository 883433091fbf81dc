// Looks at a backup and at the place it is for, and begins a restoration there; the Worker's cron carries it out (rule restore-gate).
import { z } from 'zod'
import {
  INDEX_KEY,
  index,
  type Manifest,
  manifest,
  manifestKey,
  OLD_INDEX_KEY,
  type Part,
} from '../../domain/operation/backup/format.ts'
import { timeOf } from '../../domain/record/journal/stamps.ts'
import { keyOfPart, openPart, sha256 } from '../../domain/operation/backup/seal.ts'

/** Where a backup is read. */
export type Source = {
  /** What is there under this name; null: nothing, and surely so. @throws Error when that could not be told */
  object: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Ids of those that are whole, in any order. */
  backups: () => Promise<string[]>
}
/** Where a database stands, and the bucket from which it is restored. */
export type Place = Source & {
  put: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  query: (sql: string, params?: string[]) => Promise<unknown[]>
  /** Variables of its part of wrangler.toml. */
  vars: Record<string, string>
  /** PKCS #8, base64; undefined: it is not at hand. */
  privateKey: string | undefined
  close: () => Promise<void>
}

const jsonOf = async <T>({ object }: Pick<Source, 'object'>, key: string, shape: z.ZodType<T>): Promise<T | null> => {
  const bytes = await object(key)
  return bytes && shape.parse(JSON.parse(new TextDecoder().decode(bytes)))
}
/** By the index of the bucket. */
export const indexed = async (object: Source['object']): Promise<string[]> => {
  const [known, older] = await Promise.all([INDEX_KEY, OLD_INDEX_KEY].map((key) => jsonOf({ object }, key, index)))
  const ids = new Set(known)
  // the index of a version before the locks is not written any more: it names some that are deleted
  for (const id of older ?? []) if (!ids.has(id) && (await object(manifestKey(id)))) ids.add(id)
  return [...ids]
}
/** The last whole backup that began by then. @throws Error when there is none */
export const backupAt = async (source: Source, at: number): Promise<Manifest> => {
  const ids = (await source.backups()).toSorted()
  const id = ids.findLast((one) => timeOf(one) <= at)
  const known = ids.length === 0 ? 'there is none' : `there are ${ids.join(', ')}`
  if (id === undefined) throw new Error(`no backup by ${new Date(at).toISOString()}: ${known}`)
  const found = await jsonOf(source, manifestKey(id), manifest)
  if (!found) throw new Error(`the manifest of ${id} is missing`)
  return found
}

const row = <T extends z.ZodRawShape>(rows: readonly unknown[], shape: T) => z.object(shape).safeParse(rows[0]).data
export type Compared = { table: string; inBackup: number; there: number }
/** Rows of each table in the backup and in the place. @throws Error when the place cannot take it */
export const compare = async (place: Place, backup: Manifest, into: 'empty' | 'existing'): Promise<Compared[]> => {
  const tables = row(await place.query(`select count(*) as n from sqlite_master where name = 'd1_migrations'`), {
    n: z.number(),
  })
  if (tables?.n !== 1) throw new Error('the database has no tables yet: npm run deploy makes them')
  const last = row(await place.query('select name from d1_migrations order by id desc limit 1'), { name: z.string() })
  if (last?.name !== backup.migration)
    throw new Error(
      `the backup is of ${backup.migration}, the database of ${last?.name}: restore with that release, then deploy the newer one`,
    )
  const compared: Compared[] = []
  for (const [table, inBackup] of Object.entries(backup.tables)) {
    const there = row(await place.query(`select count(*) as n from "${table}"`), { n: z.number() })?.n ?? 0
    compared.push({ table, inBackup, there })
  }
  const users = compared.find((one) => one.table === 'users')?.there ?? 0
  if (into === 'empty' && users > 0)
    throw new Error(
      `the database has ${users} users: --into existing adds what is missing, and changes no row that is there`,
    )
  return compared
}

/** Reads, checks and opens every part. @returns the key of each. @throws Error that names the part that is missing or wrong */
export const openParts = async (
  source: Pick<Source, 'object'>,
  backup: Manifest,
  privateKey: string | undefined,
  tell?: (part: Part, text: string) => Promise<void>,
): Promise<Record<string, string>> => {
  if (!privateKey) throw new Error('BACKUP_PRIVATE_KEY is not at hand: bring it back from where it is kept')
  const keys: Record<string, string> = {}
  for (const part of backup.parts) {
    const bytes = await source.object(part.key)
    if (!bytes) throw new Error(`${part.key} is missing`)
    if ((await sha256(bytes)) !== part.sha256) throw new Error(`${part.key} is not what was written`)
    const key = await keyOfPart(privateKey, bytes)
    const text = await openPart(key, part.key, bytes).catch(() => {
      throw new Error(`${part.key} does not open with this key`)
    })
    const rows = text.split('\n').length - 1
    if (rows !== part.rows) throw new Error(`${part.key} has ${rows} rows instead of ${part.rows}`)
    keys[part.key] = key
    await tell?.(part, text)
  }
  return keys
}

/** backup null: Time Travel brought the database back. phase: where to begin. */
export type Begin = {
  backup: Manifest | null
  since: number
  keys: Record<string, string>
  phase: 'tables' | 'missing' | 'stops' | 'settled'
}
/** Ids up to this many above the last one known were perhaps given since: none of them is given again. */
const IDS_GIVEN_SINCE = 1_000_000
const UNDER_WAY = 'a restoration is under way already: npm run restore -- --status'
/**
 * Closes the gate: from then on nothing is claimed and nothing settled until the Worker is done. That is its last call: who breaks off
 * before it has begun nothing, and repeats it. @throws Error when one is under way
 */
export const begin = async (place: Place, { backup, since, keys, phase }: Begin): Promise<void> => {
  const open = await place.query('select id from restorations where id = 1 and done_at is null')
  if (open.length > 0) throw new Error(UNDER_WAY)
  await skipGivenIds(place, backup?.sequences ?? {})
  const began = await place.query(
    `insert into restorations (id, backup, since, keys, phase, started_at) values (1, nullif(?, ''), ?, ?, ?, ?)
     on conflict (id) do update set backup = excluded.backup, since = excluded.since, keys = excluded.keys, phase = excluded.phase,
       started_at = excluded.started_at, after = '', lease_until = 0, report = '{}', done_at = null
     where done_at is not null
     returning id`,
    [backup?.id ?? '', String(since), JSON.stringify(keys), phase, String(Date.now())],
  )
  if (began.length === 0) throw new Error(UNDER_WAY)
}
/** A repeat leaves out some more. */
const skipGivenIds = async (place: Place, known: Record<string, number>): Promise<void> => {
  for (const [table, last] of Object.entries(known))
    await place.query(
      `insert into sqlite_sequence (name, seq) select ?, ? where not exists (select 1 from sqlite_sequence where name = ?)`,
      [table, String(last), table],
    )
  for (const [table, last] of Object.entries(known))
    await place.query('update sqlite_sequence set seq = max(seq, cast(? as integer)) where name = ?', [
      String(last),
      table,
    ])
  await place.query(`update sqlite_sequence set seq = seq + ${IDS_GIVEN_SINCE} where name <> 'd1_migrations'`)
}

const status = z.object({
  backup: z.string().nullable(),
  phase: z.string(),
  report: z.string(),
  started_at: z.number(),
  done_at: z.number().nullable(),
})
export const statusOf = async (place: Pick<Place, 'query'>): Promise<z.infer<typeof status> | null> =>
  status.safeParse(
    (await place.query('select backup, phase, report, started_at, done_at from restorations where id = 1'))[0],
  ).data ?? null
