// `npm run restore`: looks at a backup and what it would bring, or with --apply begins to restore it. First resorts, and what to do
// around it: docs/runbooks/restore.md.
import { resolve } from 'node:path'
import { flagsOf } from '../flags.ts'
import { root } from '../stack/shell.ts'
import { homeOf } from '../stack/stack.ts'
import { abandon } from './abandon.ts'
import { secondPlace } from './buckets.ts'
import { breakable } from './breaking-off.ts'
import { deployedPlace, localPlace } from './place.ts'
import { backupAt, begin, compare, openParts, type Place, statusOf } from './restore.ts'
import { leftBehind } from './left-behind.ts'
import { bring, secondSource } from './second.ts'

const usage = `npm run restore -- --at 2026-11-22T20:00Z
  [--into empty|existing]   existing: adds the rows that are missing, changes none that is there (default: empty)
  [--only objects]          the database is whole: only objects that are lost
  [--only journal]          Time Travel brought the database back to --at: only what happened since
  [--from second]           backup and journal are read in the second place, with --apply brought into this one's bucket
  [--apply]                 begin; without it nothing is changed
  [--status]                how far it is
  [--abandon]               end one that has written nothing yet: a part is missing, or its key
  [--env production|staging | --live] [--json]
BACKUP_PRIVATE_KEY is read from the environment, else from .escrow/ENV.json or the local run's secrets. The second place is read with
SECOND_S3_READ_KEY_ID and SECOND_S3_READ_SECRET; SECOND_S3_ADDRESS and SECOND_S3_REGION too, where wrangler.toml does not have them.`
const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const
const options = {
  at: text,
  into: text,
  only: text,
  from: text,
  env: text,
  live: yes,
  apply: yes,
  status: yes,
  abandon: yes,
  json: yes,
}
const flags = flagsOf(usage, { options }).values

const restore = async (place: Place): Promise<object> => {
  if (flags.status) return (await statusOf(place)) ?? { phase: 'none' }
  if (flags.abandon) {
    await abandon(place.query)
    return { phase: 'abandoned' }
  }
  const at = flags.at === undefined ? Number.NaN : Date.parse(flags.at)
  const { into = 'empty', only, from } = flags
  if (
    Number.isNaN(at) ||
    (into !== 'empty' && into !== 'existing') ||
    (only && only !== 'objects' && only !== 'journal') ||
    // Time Travel brought the account back, and with it the journal in its bucket
    (from && (from !== 'second' || only === 'journal'))
  )
    throw new Error(`Usage: ${usage}`)
  if (only === 'journal') {
    if (flags.apply) await begin(place, { backup: null, since: at, keys: {}, phase: 'stops' })
    return { since: new Date(at).toISOString(), begun: flags.apply ?? false }
  }
  const second = from ? secondPlace(process.env, place.vars) : null
  const source = second ? secondSource(second) : place
  const backup = await backupAt(source, at)
  const tables = await compare(place, backup, only === 'objects' ? 'existing' : into)
  const keys = await openParts(source, backup, place.privateKey)
  const phase = only === 'objects' ? 'settled' : into === 'existing' ? 'missing' : 'tables'
  const brought = second && flags.apply ? await bring(second, place, backup, Date.now()) : null
  if (flags.apply) await begin(place, { backup, since: backup.cutAt, keys, phase })
  const whole = backup.parts.filter((part) => only !== 'objects' || part.kind === 'objects').length
  return {
    backup: backup.id,
    since: new Date(backup.cutAt).toISOString(),
    parts: whole,
    objects: backup.objects,
    missing: backup.missing.join(' ') || 'none',
    tables: only === 'objects' ? [] : tables,
    ...(brought ? { until: new Date(brought.until).toISOString(), minutes: brought.minutes } : {}),
    begun: flags.apply ?? false,
  }
}

const say = (found: object): void => {
  const { tables, ...rest } = found as { tables?: { table: string; inBackup: number; there: number }[] }
  for (const [name, value] of Object.entries(rest)) console.log(`${name.padEnd(12)} ${String(value)}`)
  for (const { table, inBackup, there } of tables ?? [])
    if (inBackup + there > 0) console.log(`  ${table.padEnd(22)} ${inBackup} in the backup, ${there} there`)
  if ('begun' in rest)
    console.log(
      rest.begun
        ? 'Begun: the Worker carries it out, and sends nothing until it is done. See: npm run restore -- --status'
        : 'Every part was read and opened, nothing was changed. With --apply it begins.',
    )
}

const where = flags.env === undefined ? (flags.live ? ' --live' : '') : ` --env ${flags.env}`
try {
  const home = homeOf(resolve(process.env['DATA_DIR'] ?? `${root}/.data`), flags.live ?? false)
  const place = flags.env === undefined ? await localPlace(home) : await deployedPlace(flags.env)
  const { place: guarded, interrupted, settled } = breakable(place)
  try {
    const found = await Promise.race([restore(guarded), interrupted])
    if (flags.json) console.log(JSON.stringify(found))
    else say(found)
  } catch (error) {
    // anyone who asks for a change that broke off must know whether the place still sends
    if (!flags.apply && !flags.abandon) throw error
    const why = error instanceof Error ? error.message : String(error)
    await settled()
    throw new Error(`${why}\n${await leftBehind(place, where)}`, { cause: error })
  } finally {
    await place.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // what is still being read has no end that matters
  process.exit(1)
}
