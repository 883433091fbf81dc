// The local D1 database while nothing else has it open: migrations, and plain SQL on its file.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mustRun, root } from './shell.ts'

const DATABASE_NAME = 'wa-blaster'
export const BUCKET_NAME = 'wa-blaster-media'
export const BACKUPS_NAME = 'wa-blaster-backups'
/** The folder in which wrangler keeps D1, R2 and the objects of one run. */
export const stateDir = (home: string): string => join(home, 'state')

const migrationsHash = (): string => {
  const hash = createHash('sha256')
  const dir = join(root, 'migrations')
  for (const name of readdirSync(dir).toSorted()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(dir, name)))
  }
  return hash.digest('hex')
}

const databaseDir = (home: string): string => join(stateDir(home), 'v3/d1/miniflare-D1DatabaseObject')
const databaseFiles = (home: string): string[] => {
  const dir = databaseDir(home)
  return existsSync(dir) ? readdirSync(dir).filter((n) => n.endsWith('.sqlite') && n !== 'metadata.sqlite') : []
}
const hasDatabase = (home: string): boolean => databaseFiles(home).length > 0

/** Answers whether there were migrations to apply. */
export const migrate = async (home: string): Promise<boolean> => {
  const stampFile = join(home, 'migrations.stamp')
  const want = migrationsHash()
  if (hasDatabase(home) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === want) return false
  const args = ['d1', 'migrations', 'apply', DATABASE_NAME, '--local', '--persist-to', stateDir(home)]
  await mustRun('wrangler', args)
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
