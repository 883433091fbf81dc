// Of the drill: what a stopped run has before a loss, the loss itself, and what is missing after the restore. All by SQL on files.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { stateDir, withDatabase } from '../../scripts/stack/database.ts'

type Row = Record<string, string | number | null>
const objectsDir = (home: string): string => join(stateDir(home), 'v3/do/wa-blaster-api-AccountBlast')
const files = (home: string): string[] =>
  readdirSync(objectsDir(home)).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
const inFile = <T>(file: string, work: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
type Document = {
  accountId: string
  userId: string
  outbox: { item: { kind: string; result?: SettlementBatch['results'][number] } }[]
}
/** Accounts by the name of their object's file, and what each has that the ledger has not. */
const accountsOf = (home: string): Map<string, { doc: Document; batches: SettlementBatch[] }> =>
  new Map(
    files(home).flatMap((name) =>
      inFile(join(objectsDir(home), name), (db) => {
        const has = db.prepare("select 1 from sqlite_master where name = 'document'").get()
        const row = has && db.prepare('select value from document').get()
        if (!row) return []
        const bodies = db.prepare('select body from batches order by sequence').all()
        const batches = bodies.map((b) => JSON.parse(String(b['body'])) as SettlementBatch)
        return [[name, { doc: JSON.parse(String(row['value'])) as Document, batches }] as const]
      }),
    ),
  )

/** What must be the same after the restore. */
export type Truth = {
  /** By name, each thing as one line of text. */
  things: Record<'suppressions' | 'consents' | 'history' | 'people' | 'settlements' | 'accounts', Set<string>>
  /** Sen by person, with what the objects that are not lost will still settle. */
  balances: Map<string, number>
}
export const truthOf = (home: string): Truth =>
  withDatabase(home, (db) => {
    const lines = (sql: string): Set<string> =>
      new Set((db.prepare(sql).all() as Row[]).map((row) => Object.values(row).join('|')))
    const balances = db.prepare('select user_id as id, balance_sen as sen from balances').all() as {
      id: string
      sen: number
    }[]
    return {
      things: {
        suppressions: lines('select hash from suppressions'),
        consents: lines('select number, suppressed, consent_at is null, consent_source, status from phone_numbers'),
        history: lines('select distinct hash, event from consent_history'),
        people: lines(`select id || ' ' || email || ' ' || role from users`),
        settlements: lines('select account_id, sequence from settlements'),
        accounts: lines('select id, user_id, phonenumber, removed_at from whatsapp'),
      },
      balances: new Map(balances.map(({ id, sen }) => [id, sen])),
    }
  })

/** Money of the results that the ledger does not have yet: sen by person. */
const unsettled = (doc: Document, batches: readonly SettlementBatch[], settled: ReadonlySet<string>): number => {
  const open = batches.filter((b) => !settled.has(`${b.accountId}|${b.sequence}`)).flatMap((b) => b.results)
  const waiting = doc.outbox.flatMap(({ item }) => (item.result ? [item.result] : []))
  return [...open, ...waiting].reduce(
    (sum, r) => sum + (r.to === 'success' && r.from !== 'success' && r.kind !== 'blaster' ? r.priceSen : 0),
    0,
  )
}

export type Loss = { lost: string[]; kept: string; truth: Truth }
/** Deletes the database and every second object; `kept` has a copy of what was there, to count with. */
export const lose = (home: string): Loss => {
  const truth = truthOf(home)
  const kept = join(home, 'before-the-loss')
  cpSync(objectsDir(home), kept, { recursive: true })
  const found = [...accountsOf(home)].toSorted(([, a], [, b]) => (a.doc.accountId < b.doc.accountId ? -1 : 1))
  const gone = found.filter((_, i) => i % 2 === 0)
  for (const [, { doc, batches }] of found.filter((_, i) => i % 2 === 1)) {
    const more = unsettled(doc, batches, truth.things.settlements)
    truth.balances.set(doc.userId, (truth.balances.get(doc.userId) ?? 0) + more)
  }
  for (const [name] of gone)
    for (const end of ['', '-wal', '-shm']) rmSync(join(objectsDir(home), `${name}${end}`), { force: true })
  rmSync(join(stateDir(home), 'v3/d1'), { recursive: true, force: true })
  return { lost: gone.map(([, { doc }]) => doc.accountId), kept, truth }
}

/** What was there before the loss and is not, or is otherwise; each as one line. */
export const differences = (before: Truth, after: Truth, erased: string): string[] => {
  const missing = Object.entries(before.things).flatMap(([name, lines]) =>
    [...lines]
      .filter((one) => !after.things[name as keyof Truth['things']].has(one))
      .map((one) => `${name} lacks ${one}`),
  )
  const returned = [...after.things.consents].filter((one) => one.startsWith(`${erased}|`))
  const money = [...before.balances].flatMap(([id, sen]) =>
    after.balances.get(id) === sen ? [] : [`the balance of ${id} is ${after.balances.get(id)} instead of ${sen}`],
  )
  return [...missing, ...returned.map((one) => `consents has ${one} again`), ...money]
}

/** Files of the database and the objects that still have this number. */
export const filesThatName = (home: string, number: string): string[] => {
  const dirs = [objectsDir(home), join(stateDir(home), 'v3/d1/miniflare-D1DatabaseObject')]
  return dirs.flatMap((dir) =>
    (existsSync(dir) ? readdirSync(dir) : [])
      .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
      .filter((name) =>
        inFile(join(dir, name), (db) => {
          const tables = db
            .prepare(
              "select name from sqlite_master where type = 'table' and sql not like '%virtual%' and name not like '\\_cf%' escape '\\'",
            )
            .all()
          return tables.some((table) =>
            (db.prepare(`select * from "${String(table['name'])}"`).all() as Row[]).some((row) =>
              Object.values(row).some((value) => typeof value === 'string' && value.includes(number)),
            ),
          )
        }),
      ),
  )
}
/** The manifest of a backup that is whole, by its name in the local bucket; null: none is yet. */
export const wholeBackup = (home: string): string | null => {
  const dir = join(stateDir(home), 'v3/r2/miniflare-R2BucketObject')
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    if (!name.endsWith('.sqlite') || name === 'metadata.sqlite') continue
    const row = inFile(join(dir, name), (db) =>
      db.prepare("select key from _mf_objects where key like 'backup/%/manifest.json'").get(),
    )
    if (row) return String(row['key'])
  }
  return null
}
/** What the restoration did; null: it is not done. */
export const restorationOf = (home: string): Record<string, number> | null =>
  withDatabase(home, (db) => {
    const row = db.prepare('select report from restorations where done_at is not null').get()
    return row ? (JSON.parse(String(row['report'])) as Record<string, number>) : null
  })
