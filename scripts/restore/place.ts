// Where a backup is read and a database stands: a local run's folder, or an environment on Cloudflare.
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { openAccount, openEnvironment } from '../cloudflare/deploy/open.ts'
import { environmentName } from '../cloudflare/environment.ts'
import { Escrow } from '../cloudflare/secrets.ts'
import { BACKUPS_NAME, migrate, stateDir, withDatabase } from '../stack/database.ts'
import { localSecrets } from '../stack/secrets.ts'
import { root } from '../stack/shell.ts'
import { bucketOf } from './buckets.ts'
import { indexed, type Place } from './restore.ts'

const GIVEN = process.env['BACKUP_PRIVATE_KEY']

/** A database that is gone is created, empty. */
export const localPlace = async (home: string): Promise<Place> => {
  await migrate(home)
  const options = convertV4MiniflareOptions({
    modules: true,
    script: 'export default {}',
    r2Buckets: { BACKUPS: BACKUPS_NAME },
  })
  const miniflare = new Miniflare({ ...options, resourcePersistencePath: join(stateDir(home), 'v3') })
  const bucket = await miniflare.getR2Bucket('BACKUPS')
  const object: Place['object'] = async (key) => {
    const found = await bucket.get(key)
    return found && new Uint8Array(await found.arrayBuffer())
  }
  return {
    object,
    backups: () => indexed(object),
    put: async (key, bytes) => {
      await bucket.put(key, bytes)
    },
    query: (sql, params = []) => Promise.resolve(withDatabase(home, (db) => db.prepare(sql).all(...params))),
    vars: {},
    privateKey: GIVEN ?? localSecrets(home).BACKUP_PRIVATE_KEY,
    close: () => miniflare.dispose(),
  }
}

/** @throws Error in one line that says what is missing */
export const deployedPlace = async (env: string): Promise<Place> => {
  const name = environmentName(env)
  const opened = openEnvironment(name)
  const { account, database } = await openAccount(name, opened)
  const bucket = await bucketOf(account, opened.resources.backups, process.env)
  return {
    object: (key) => bucket.get(key),
    backups: () => indexed((key) => bucket.get(key)),
    put: (key, bytes) => bucket.put(key, bytes),
    query: async (sql, params) => (await database.query(sql, params)).rows,
    vars: opened.vars,
    privateKey: GIVEN ?? new Escrow(join(root, '.escrow', `${name}.json`)).read()['BACKUP_PRIVATE_KEY'],
    close: () => Promise.resolve(),
  }
}
