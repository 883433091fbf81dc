// The second place read by who restores, with credentials that may read and that no deployment has (rule second-place): its backup and
// its journal are brought into the bucket of the place that is restored, and from there everything goes its usual way.
import { INDEX_KEY, index, type Manifest, manifestKey } from '../../domain/operation/backup/format.ts'
import { stampOf } from '../../domain/record/journal/stamps.ts'
import { claimsOf, SETTLED, STOPS } from '../../domain/record/journal/format.ts'
import type { S3 } from '../../domain/operation/backup/s3.ts'
import { keyOfPart, openPart, sha256 } from '../../domain/operation/backup/seal.ts'
import {
  type Minute,
  minute,
  MINUTES_PREFIX,
  minutesFrom,
  SECOND_KEY,
  type SecondState,
} from '../../domain/operation/backup/second-format.ts'
import type { Place, Source } from './restore.ts'

const BACKUPS = 'backup/'
const MANIFEST = '/manifest.json'
export const secondSource = (second: S3): Source => ({
  object: (key) => second.get(key),
  // one without a manifest is none
  backups: async () =>
    (await second.list(BACKUPS)).flatMap((key) =>
      key.endsWith(MANIFEST) ? [key.slice(BACKUPS.length, -MANIFEST.length)] : [],
    ),
})

const TOGETHER = 20
const inPortions = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  for (let at = 0; at < all.length; at += TOGETHER) await Promise.all(all.slice(at, at + TOGETHER).map(work))
}
const bytesOf = (value: unknown): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(JSON.stringify(value)))

/** A locked bucket takes nothing twice, and who was cut off begins again. @throws Error when something else stands there */
const putOnce = async (place: Place, key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  const there = await place.object(key)
  if (there === null) await place.put(key, bytes)
  else if ((await sha256(there)) !== (await sha256(bytes)))
    throw new Error(`${key} is there already, and is another one`)
}

/** The journal's minute may have been written an hour before the backup's cut was known there. */
const BEFORE_MS = 3_600_000
const minutesSince = async (second: S3, privateKey: string, since: number): Promise<{ name: string; of: Minute }[]> => {
  const found: { name: string; of: Minute }[] = []
  await inPortions(await second.list(MINUTES_PREFIX, minutesFrom(since - BEFORE_MS)), async (key) => {
    const bytes = await second.get(key)
    if (!bytes) throw new Error(`${key} is missing`)
    const text = await openPart(await keyOfPart(privateKey, bytes), key, bytes)
    const name = key.slice(MINUTES_PREFIX.length).replace('.json.gz.enc', '')
    found.push({ name, of: minute.parse(JSON.parse(text)) })
  })
  return found.toSorted((one, other) => one.of.at - other.of.at)
}
/** What one settling call of the journal has at most: a restoration counts its steps by that. */
const BATCHES_A_CALL = 50
/** As entries of the journal in the first place, by their names. */
const entriesOf = ({ name, of: { stops, settled } }: { name: string; of: Minute }): [string, unknown][] => [
  ...(stops.length === 0 ? [] : [[`${STOPS}${name}.json`, stops] as [string, unknown]]),
  ...Array.from({ length: Math.ceil(settled.length / BATCHES_A_CALL) }, (_, i): [string, unknown] => [
    `${SETTLED}${name}-${String(i).padStart(3, '0')}.json`,
    settled.slice(i * BATCHES_A_CALL, (i + 1) * BATCHES_A_CALL),
  ]),
]

export type Brought = { parts: number; minutes: number; stops: number; batches: number; claims: number; until: number }
/** May be repeated. until: the journal's last minute, epoch ms. @throws Error that names what is missing or wrong */
export const bring = async (second: S3, place: Place, backup: Manifest, now: number): Promise<Brought> => {
  const { privateKey } = place
  if (!privateKey) throw new Error('BACKUP_PRIVATE_KEY is not at hand: bring it back from where it is kept')
  const minutes = await minutesSince(second, privateKey, backup.cutAt)
  await inPortions(backup.parts, async (part) => {
    const bytes = await second.get(part.key)
    if (!bytes) throw new Error(`${part.key} is missing`)
    if ((await sha256(bytes)) !== part.sha256) throw new Error(`${part.key} is not what was written`)
    await putOnce(place, part.key, bytes)
  })
  await inPortions(minutes.flatMap(entriesOf), ([key, value]) => putOnce(place, key, bytesOf(value)))
  const last = minutes.at(-1)
  const claims = last?.of.claims ?? []
  await inPortions(claims, (one) =>
    putOnce(place, `${claimsOf(one.at)}${one.accountId}/${stampOf(one.at)}-${last?.name.slice(-8)}.json`, bytesOf(one)),
  )
  const manifestBytes = await second.get(manifestKey(backup.id))
  if (!manifestBytes) throw new Error(`the manifest of ${backup.id} is missing`)
  await putOnce(place, manifestKey(backup.id), manifestBytes)
  const known = await place.object(INDEX_KEY)
  const ids = known ? index.parse(JSON.parse(new TextDecoder().decode(known))) : []
  await place.put(INDEX_KEY, bytesOf([...new Set([...ids, backup.id])].toSorted()))
  // what was brought from there need not go there again
  const state: SecondState = { journalTo: now, backup: backup.id, copying: null }
  if ((await place.object(SECOND_KEY)) === null) await place.put(SECOND_KEY, bytesOf(state))
  return {
    parts: backup.parts.length,
    minutes: minutes.length,
    stops: minutes.reduce((sum, { of }) => sum + of.stops.length, 0),
    batches: minutes.reduce((sum, { of }) => sum + of.settled.length, 0),
    claims: claims.length,
    until: last?.of.at ?? backup.cutAt,
  }
}
