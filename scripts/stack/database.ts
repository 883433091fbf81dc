// The local D1 database while nothing else has it open: migrations, and plain SQL on its file.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { mustRun, root } from './shell.ts'

const DATABASE_NAME = 'wa-blaster'
export const BUCKET_NAME = 'wa-blaster-media'
export const BACKUPS_NAME = 'wa-blaster-backups'
/** The folder in which wrangler keeps D1, R2 and the objects of one run. */
export const stateDir = (home: string): string => join(home, 'state')

/** In the order in which they are applied. */
const migrationFiles = (): { name: string; sql: string }[] => {
  const dir = join(root, 'migrations')
  const names = readdirSync(dir).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => ({ name, sql: readFileSync(join(dir, name), 'utf8') }))
}
const migrationsHash = (): string => {
  const hash = createHash('sha256')
  for (const { name, sql } of migrationFiles()) hash.update(name).update(sql)
  return hash.digest('hex')
}

const databaseDir = (home: string): string => join(stateDir(home), 'v3/d1/miniflare-D1DatabaseObject')
const databaseFiles = (home: string): string[] => {
  const dir = databaseDir(home)
  return existsSync(dir) ? readdirSync(dir).filter((n) => n.endsWith('.sqlite') && n !== 'metadata.sqlite') : []
}
export const hasDatabase = (home: string): boolean => databaseFiles(home).length > 0

const remove = (path: string): void => rmSync(path, { recursive: true, force: true })
const d1 = async (home: string, ...args: string[]): Promise<void> => {
  await mustRun('wrangler', ['d1', ...args, '--local', '--persist-to', stateDir(home)])
}
const apply = (home: string): Promise<void> => d1(home, 'migrations', 'apply', DATABASE_NAME)

/** wrangler's own table of what it has applied, with a row for each file. */
const recordOf = (names: readonly string[]): string => `
CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);
INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`).join(', ')};
`
/** All files to a database that is not there yet, in one run: `apply` starts a runtime for each of them. */
const applyAll = async (home: string): Promise<void> => {
  const files = migrationFiles()
  const all = join(home, 'all.sql')
  writeFileSync(all, files.map(({ sql }) => `${sql}\n`).join('') + recordOf(files.map(({ name }) => name)))
  await d1(home, 'execute', DATABASE_NAME, '--file', all)
  remove(all)
}
/** false: it is there. */
const tryMkdir = (path: string): boolean => {
  try {
    mkdirSync(path)
    return true
  } catch {
    return false
  }
}

/** To fill an empty database takes seconds: a fresh one is copied from the first that was made. */
const MADE = join(root, 'node_modules/.cache/wa-blaster')
const MADE_WITHIN_MS = 120_000
/** @returns a home whose database is empty and migrated; one for all processes, of which one makes it while the others wait */
const emptyHome = async (hash: string): Promise<string> => {
  const made = join(MADE, `database-${hash}`)
  const lock = `${made}.lock`
  if (existsSync(made)) return made
  mkdirSync(MADE, { recursive: true })
  if (!tryMkdir(lock)) {
    // a process that was killed while making it leaves its lock: then this one makes it, too
    const until = Date.now() + MADE_WITHIN_MS
    while (!existsSync(made) && existsSync(lock) && Date.now() < until) await sleep(200)
    if (existsSync(made)) return made
  }
  const own = mkdtempSync(join(MADE, `making-${hash}-`))
  try {
    await applyAll(own)
    // of other migrations, and what a process that was killed has left
    for (const name of readdirSync(MADE)) if (!name.includes(hash)) remove(join(MADE, name))
    if (!existsSync(made)) renameSync(own, made)
  } finally {
    remove(own)
    remove(lock)
  }
  return made
}
/** By a rename, so that a process that is killed leaves no half of a database. */
const copyDatabase = (from: string, to: string): void => {
  const dir = databaseDir(to)
  const half = `${dir}.half`
  cpSync(databaseDir(from), half, { recursive: true })
  remove(dir)
  renameSync(half, dir)
}

/** Answers whether there were migrations to apply. */
export const migrate = async (home: string): Promise<boolean> => {
  const stampFile = join(home, 'migrations.stamp')
  const want = migrationsHash()
  if (hasDatabase(home) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === want) return false
  if (hasDatabase(home)) await apply(home)
  else copyDatabase(await emptyHome(want.slice(0, 16)), home)
  writeFileSync(stampFile, want)
  return true
}

/** @throws Error when there is no database yet. */
export const databaseFile = (home: string): string => {
  const dir = databaseDir(home)
  const files = databaseFiles(home)
  const [file] = files
  if (file === undefined || files.length > 1)
    throw new Error(`expected one D1 database in ${dir}, found ${files.length}`)
  return join(dir, file)
}

export const withDatabase = <T>(home: string, work: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(databaseFile(home))
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    return work(db)
  } finally {
    db.close()
  }
}

/** Puts one file into the local media bucket. */
export const putMedia = async (home: string, key: string, file: string, contentType: string): Promise<void> => {
  const target = ['r2', 'object', 'put', `${BUCKET_NAME}/${key}`, '--file', file, '--content-type', contentType]
  await mustRun('wrangler', [...target, '--local', '--persist-to', stateDir(home)])
}
