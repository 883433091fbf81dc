// The drill of a place's own backup (rule restore-drill): the newest one is opened with the private key and loaded into a database of this
// machine, and what is in it is counted and compared with what its manifest says.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { line, type Line, type Manifest } from '../../domain/operation/backup/format.ts'
import { MONEY_SQL } from '../../domain/money/ledger/money-sql.ts'
import { root } from '../stack/shell.ts'
import { backupAt, openParts, type Source } from './restore.ts'

export type Opened = {
  backup: string
  parts: number
  bytes: number
  tables: number
  rows: number
  objects: number
  /** From the first question to the last comparison. */
  tookMs: number
  /** What is not as it should be, in words; empty: the backup is good. */
  found: string[]
}

/** The tables as they were when the backup was made. @throws Error where this checkout does not know them */
const emptyDatabase = (file: string, migration: string): DatabaseSync => {
  const names = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'))
  if (!names.includes(migration))
    throw new Error(`the backup is of ${migration}, which this checkout does not have: check out the release that runs`)
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  db.exec('pragma journal_mode = off; pragma synchronous = off')
  for (const name of names.toSorted())
    if (name <= migration) db.exec(readFileSync(join(root, 'migrations', name), 'utf8'))
  return db
}

type Into = { columns: string[]; isThere: StatementSync | null; key: string[] }
class Loader {
  readonly #db: DatabaseSync
  readonly #tables = new Map<string, Into | null>()
  readonly #inserts = new Map<string, StatementSync>()
  readonly #ofCut = new Set<string>()
  /** Rows of the backup by table, and those that the cut had already. */
  readonly lines = new Map<string, number>()
  readonly twice = new Map<string, number>()
  readonly found = new Set<string>()
  constructor(db: DatabaseSync) {
    this.#db = db
  }
  #into(table: string): Into | null {
    const known = this.#tables.get(table)
    if (known !== undefined) return known
    const rows = this.#db.prepare('select name, pk from pragma_table_info(?) order by cid').all(table)
    const columns = rows.map(({ name }) => String(name))
    const key = rows.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name))
    const isThere =
      key.length === 0
        ? null
        : this.#db.prepare(`select 1 from "${table}" where ${key.map((name) => `"${name}" = ?`).join(' and ')}`)
    const into: Into | null = columns.length === 0 ? null : { columns, key, isThere }
    this.#tables.set(table, into)
    return into
  }
  /** A row has the columns that its table had: one that is not in it keeps its default, as in a restoration. */
  #insertOf(table: string, columns: readonly string[]): StatementSync {
    const names = columns.map((name) => `"${name}"`).join()
    const sql = `insert into "${table}" (${names}) values (${columns.map(() => '?').join()})`
    const known = this.#inserts.get(sql) ?? this.#db.prepare(sql)
    this.#inserts.set(sql, known)
    return known
  }
  /** @param isOfCut what the cut has may come a second time, and then the cut's counts */
  add({ table, row }: Line, isOfCut: boolean): void {
    this.lines.set(table, (this.lines.get(table) ?? 0) + 1)
    const into = this.#into(table)
    if (!into) return void this.found.add(`${table} is no table of its migration`)
    const strange = Object.keys(row).filter((column) => !into.columns.includes(column))
    if (strange.length > 0) this.found.add(`${table} has no ${strange.join(', ')}`)
    if (isOfCut) this.#ofCut.add(table)
    const valuesOf = (names: readonly string[]): SQLInputValue[] => names.map((name) => row[name] ?? null)
    if (into.isThere?.get(...valuesOf(into.key))) {
      this.twice.set(table, (this.twice.get(table) ?? 0) + 1)
      if (isOfCut || !this.#ofCut.has(table)) this.found.add(`${table} has rows twice`)
      return
    }
    try {
      const columns = into.columns.filter((column) => column in row)
      this.#insertOf(table, columns).run(...valuesOf(columns))
    } catch (error) {
      this.found.add(`${table} takes not all rows: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

const differences = (db: DatabaseSync, loader: Loader, { tables }: Manifest): string[] => {
  const found = [...loader.found]
  for (const table of new Set([...Object.keys(tables), ...loader.lines.keys()])) {
    const [said, read] = [tables[table] ?? 0, loader.lines.get(table) ?? 0]
    if (said !== read) found.push(`${table}: ${read} rows in the parts, ${said} in the manifest`)
    if (loader.found.size > 0 || read === 0) continue
    const there = Number(db.prepare(`select count(*) as n from "${table}"`).get()?.['n'])
    const expected = read - (loader.twice.get(table) ?? 0)
    if (there !== expected) found.push(`${table}: ${there} rows in the database, ${expected} were loaded`)
  }
  return found
}
/** People whose balance is not what entries and days say together. */
const wrongBalances = (db: DatabaseSync): number =>
  Number(
    db
      .prepare(
        `select count(*) as n
         from balances b
         left join (
           select user_id, sum(amount_sen) as sen
           from ${MONEY_SQL}
           group by user_id
         ) s on s.user_id = b.user_id
         where b.balance_sen <> coalesce(s.sen, 0)`,
      )
      .get()?.['n'],
  )

/** Nothing of it stays on this machine. @throws Error where there is no backup, or a part is missing or does not open */
export const openNewest = async (
  source: Source,
  privateKey: string | undefined,
  clock: () => number,
): Promise<Opened> => {
  const begun = clock()
  const backup = await backupAt(source, begun)
  const folder = mkdtempSync(join(tmpdir(), 'wa-blaster-opened-'))
  let db: DatabaseSync | null = null
  try {
    db = emptyDatabase(join(folder, 'database'), backup.migration)
    const loader = new Loader(db)
    const objects = new Set<string>()
    await openParts(source, backup, privateKey, (part, text) => {
      db?.exec('begin')
      for (const one of text.split('\n')) {
        if (one === '') continue
        const read = line.parse(JSON.parse(one))
        if (part.kind !== 'objects') loader.add(read, part.kind === 'cut')
        // an object without its document is not brought to life
        else if (read.table === 'document' && read.object !== undefined) objects.add(read.object)
      }
      db?.exec('commit')
      return Promise.resolve()
    })
    const found = differences(db, loader, backup)
    if (objects.size !== backup.objects)
      found.push(`${objects.size} accounts have a document, ${backup.objects} in the manifest`)
    const wrong = wrongBalances(db)
    if (wrong > 0) found.push(`${wrong} balances are not what entries and days say`)
    return {
      backup: backup.id,
      parts: backup.parts.length,
      bytes: backup.parts.reduce((sum, part) => sum + part.bytes, 0),
      tables: loader.lines.size,
      rows: [...loader.lines.values()].reduce((sum, rows) => sum + rows, 0),
      objects: objects.size,
      tookMs: clock() - begun,
      found,
    }
  } finally {
    db?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
