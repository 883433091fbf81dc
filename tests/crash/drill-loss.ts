// Of the drill: what a stopped run has before a loss, the loss itself, and what is missing after the restore. All by SQL on files.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { stateDir, withDatabase } from '../../scripts/stack/database.ts'
import { journaled, wrongMoney } from './drill-money.ts'
import { inFile } from './files.ts'

type Row = Record<string, string | number | null>
const objectsDir = (home: string): string => join(stateDir(home), 'v3/do/wa-blaster-api-AccountBlast')
const files = (home: string): string[] =>
  readdirSync(objectsDir(home)).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
type Document = {
  accountId: string
  outbox: { item: { kind: string; result?: { attemptId: string } } }[]
}
/** Accounts by the name of their object's file, and the batches that each has, confirmed or not. */
const accountsOf = (home: string): Map<string, { doc: Document; batches: SettlementBatch[] }> =>
  new Map(
    files(home).flatMap((name) =>
      inFile(join(objectsDir(home), name), (db) => {
        const has = db.prepare("select 1 from sqlite_master where name = 'document'").get()
        const row = has && db.prepare('select value from document').get()
        if (!row) return []
        const bodies = db.prepare('select body from batches union all select body from settled_batches').all()
        const batches = bodies.map((b) => JSON.parse(String(b['body'])) as SettlementBatch)
        return [[name, { doc: JSON.parse(String(row['value'])) as Document, batches }] as const]
      }),
    ),
  )

/** What must be the same after the restore. */
type Truth = {
  /** By name, each thing as one line of text. */
  things: Record<'suppressions' | 'consents' | 'history' | 'people' | 'settlements' | 'accounts', Set<string>>
  /** Sen by person. */
  balances: Map<string, number>
}
const truthOf = (home: string): Truth =>
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

/** owed, waiting: batches and attempts' results that the ledger must get, whether or not it had them. */
export type Loss = { lost: string[]; kept: string; truth: Truth; owed: SettlementBatch[]; waiting: string[] }
const waitingOf = ({ outbox }: Document): string[] =>
  outbox.flatMap(({ item }) => (item.result ? [item.result.attemptId] : []))
/** Deletes the database and every second object; `kept` has a copy of what was there, to count with. */
export const lose = (home: string): Loss => {
  const truth = truthOf(home)
  const kept = join(home, 'before-the-loss')
  cpSync(objectsDir(home), kept, { recursive: true })
  const found = [...accountsOf(home)].toSorted(([, a], [, b]) => (a.doc.accountId < b.doc.accountId ? -1 : 1))
  const gone = found.filter((_, i) => i % 2 === 0)
  const others = found.filter((_, i) => i % 2 === 1).map(([, of]) => of)
  const owed = [...journaled(home), ...others.flatMap(({ batches }) => batches)]
  const waiting = others.flatMap(({ doc }) => waitingOf(doc))
  for (const [name] of gone)
    for (const end of ['', '-wal', '-shm']) rmSync(join(objectsDir(home), `${name}${end}`), { force: true })
  rmSync(join(stateDir(home), 'v3/d1'), { recursive: true, force: true })
  return { lost: gone.map(([, { doc }]) => doc.accountId), kept, truth, owed, waiting }
}

/** What was there before the loss and is not, or is otherwise; each as one line. */
export const differences = (home: string, { truth, owed, waiting }: Loss, erased: string): string[] => {
  // the database first: what it has settled by now its object has, too
  const after = truthOf(home)
  const now = [...accountsOf(home).values()]
  const missing = Object.entries(truth.things).flatMap(([name, lines]) =>
    [...lines]
      .filter((one) => !after.things[name as keyof Truth['things']].has(one))
      .map((one) => `${name} lacks ${one}`),
  )
  const returned = [...after.things.consents].filter((one) => one.startsWith(`${erased}|`))
  const told = now.flatMap(({ batches }) => batches)
  const held = new Set([
    ...told.flatMap(({ results }) => results.map((r) => r.attemptId)),
    ...now.flatMap(({ doc }) => waitingOf(doc)),
  ])
  const gone = waiting.filter((id) => !held.has(id)).map((id) => `the result of ${id} is lost`)
  const ledger = ({ things, balances }: Truth) => ({ settled: things.settlements, balances })
  const money = wrongMoney(ledger(truth), ledger(after), { owed, known: [...owed, ...journaled(home), ...told] })
  return [...missing, ...returned.map((one) => `consents has ${one} again`), ...gone, ...money]
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
