// Where a backup is read and a database stands: a local run's folder, or an environment on Cloudflare.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { openAccount, openEnvironment } from '../cloudflare/deploy/open.ts'
import { environmentName } from '../cloudflare/environment.ts'
import { Escrow } from '../cloudflare/secrets.ts'
import { BACKUPS_NAME, migrate, stateDir, withDatabase } from '../stack/database.ts'
import { localSecrets } from '../stack/secrets.ts'
import { root, runTool } from '../stack/shell.ts'
import type { Place } from './restore.ts'

const GIVEN = process.env['BACKUP_PRIVATE_KEY']

/** A database that is gone is made anew, empty. */
export const localPlace = async (home: string): Promise<Place> => {
  await migrate(home)
  const options = convertV4MiniflareOptions({
    modules: true,
    script: 'export default {}',
    r2Buckets: { BACKUPS: BACKUPS_NAME },
  })
  const miniflare = new Miniflare({ ...options, resourcePersistencePath: join(stateDir(home), 'v3') })
  const bucket = await miniflare.getR2Bucket('BACKUPS')
  return {
    object: async (key) => {
      const object = await bucket.get(key)
      return object && new Uint8Array(await object.arrayBuffer())
    },
    query: (sql, params = []) => Promise.resolve(withDatabase(home, (db) => db.prepare(sql).all(...params))),
    privateKey: GIVEN ?? localSecrets(home).BACKUP_PRIVATE_KEY,
    close: () => miniflare.dispose(),
  }
}

/** @throws Error in one line that says what is missing */
export const deployedPlace = async (env: string): Promise<Place> => {
  const name = environmentName(env)
  const opened = openEnvironment(name)
  const { database } = await openAccount(name, opened)
  const bucket = opened.resources.backups
  return {
    object: async (key) => {
      const folder = mkdtempSync(join(tmpdir(), 'backup-'))
      try {
        const file = join(folder, 'object')
        const got = await runTool('wrangler', ['r2', 'object', 'get', `${bucket}/${key}`, '--file', file, '--remote'])
        return got.code === 0 ? new Uint8Array(readFileSync(file)) : null
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    query: async (sql, params) => (await database.query(sql, params)).rows,
    privateKey: GIVEN ?? new Escrow(join(root, '.escrow', `${name}.json`)).read()['BACKUP_PRIVATE_KEY'],
    close: () => Promise.resolve(),
  }
}
