// Copies backups and the journal to a second place (rule second-place), which takes what it is given and is asked for nothing. A backup is
// copied once it is whole in the first: a second place that fails keeps no backup from being made.
import { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { settlementBatch } from '../../../contract/money/settlement.ts'
import type { Db } from '../../ground/db/connection.ts'
import { readJson } from '../../record/journal/bucket.ts'
import { claimsNow } from './claims-store.ts'
import { INDEX_KEY, index, manifest, manifestKey } from './format.ts'
import { stampOf } from '../../record/journal/stamps.ts'
import { SETTLED, STOPS, stop } from '../../record/journal/format.ts'
import type { S3 } from './s3.ts'
import { publicKeyOf, sealPart, sha256 } from './seal.ts'
import { type Minute, minuteKey, SECOND_KEY, type SecondState, secondState } from './second-format.ts'

export type SecondPorts = {
  db: Db
  bucket: R2Bucket
  second: Pick<S3, 'put'>
  /** SPKI, base64: the journal, too, is read by nobody but who restores. */
  publicKey: string
  clock: () => number
  /** No new part is copied after this, epoch ms. */
  until: number
}

/** Objects of the journal that a minute brings: more follow in the next. */
const AT_ONCE = 500
const READ_TOGETHER = 20
/** Names say when an object was begun, and it may be written so much later. */
const LATE_MS = 5 * MINUTE_MS
/** What was written about when the last minute looked is brought twice rather than not at all. */
const OVERLAP_MS = 15_000

type Written = { key: string; at: number }
const writtenSince = async (bucket: R2Bucket, prefix: string, since: number): Promise<Written[]> => {
  const startAfter = `${prefix}${stampOf(since - LATE_MS)}`
  const written: Written[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, startAfter, ...(cursor ? { cursor } : {}) })
    for (const { key, uploaded } of page.objects)
      if (uploaded.getTime() >= since) written.push({ key, at: uploaded.getTime() })
    if (!page.truncated) return written
    cursor = page.cursor
  }
}
const readAll = async <T>(bucket: R2Bucket, keys: readonly string[], shape: z.ZodType<T>): Promise<T[]> => {
  const values: T[] = []
  for (let at = 0; at < keys.length; at += READ_TOGETHER)
    values.push(
      ...(
        await Promise.all(
          keys.slice(at, at + READ_TOGETHER).map(async (key) => {
            const found = await readJson(bucket, key, shape)
            return found ? [found.value] : []
          }),
        )
      ).flat(),
    )
  return values
}

/** Always writes one, so that a place that takes nothing is noticed before something is lost. @returns what is there now, epoch ms */
const copyMinute = async (ports: SecondPorts, journalTo: number): Promise<number> => {
  const { db, bucket, clock, second, publicKey } = ports
  const at = clock()
  // before the journal is looked at: a person who is settled between is in the journal
  const claims = await claimsNow(db, at)
  const written = (await Promise.all([STOPS, SETTLED].map((prefix) => writtenSince(bucket, prefix, journalTo))))
    .flat()
    .toSorted((one, other) => one.at - other.at)
  const some = written.slice(0, AT_ONCE)
  const keysOf = (prefix: string): string[] => some.flatMap(({ key }) => (key.startsWith(prefix) ? key : []))
  const made: Minute = {
    at,
    stops: (await readAll(bucket, keysOf(STOPS), z.array(stop))).flat(),
    settled: (await readAll(bucket, keysOf(SETTLED), z.array(settlementBatch))).flat(),
    claims,
  }
  const key = minuteKey(at)
  await second.put(key, await sealPart(await publicKeyOf(publicKey), key, JSON.stringify(made)))
  return some.length < written.length ? (some.at(-1)?.at ?? journalTo) : Math.max(journalTo, at - OVERLAP_MS)
}

const bytesOf = async (bucket: R2Bucket, key: string): Promise<Uint8Array<ArrayBuffer>> => {
  const object = await bucket.get(key)
  if (!object) throw new Error(`${key} is missing`)
  return new Uint8Array(await object.arrayBuffer())
}
/** The newest whole one, part by part, and last its manifest. */
const copyBackup = async (
  { bucket, second, clock, until }: SecondPorts,
  now: SecondState,
  save: (next: SecondState) => Promise<void>,
): Promise<void> => {
  const newest = (await readJson(bucket, INDEX_KEY, index))?.value.at(-1)
  if (newest === undefined || newest === now.backup) return
  const found = await bucket.get(manifestKey(newest))
  if (!found) throw new Error(`the manifest of ${newest} is missing`)
  const text = await found.text()
  const { parts } = manifest.parse(JSON.parse(text))
  let done = now.copying?.id === newest ? now.copying.parts : 0
  let isWhole = false
  try {
    for (const part of parts.slice(done)) {
      if (clock() >= until) return
      const bytes = await bytesOf(bucket, part.key)
      if ((await sha256(bytes)) !== part.sha256) throw new Error(`${part.key} is not what was written`)
      await second.put(part.key, bytes)
      done += 1
    }
    await second.put(manifestKey(newest), new Uint8Array(new TextEncoder().encode(text)))
    isWhole = true
  } finally {
    await save(isWhole ? { ...now, backup: newest, copying: null } : { ...now, copying: { id: newest, parts: done } })
  }
}

/** Where there is nothing of it yet: from before the newest backup on, so that this one can be restored from there. */
const begun = async (bucket: R2Bucket, now: number): Promise<SecondState> => {
  const newest = (await readJson(bucket, INDEX_KEY, index))?.value.at(-1)
  const made = newest === undefined ? null : await readJson(bucket, manifestKey(newest), manifest)
  return { journalTo: (made?.value.cutAt ?? now) - HOUR_MS, backup: '', copying: null }
}

/** Once a minute. @throws what the second place, or the first, refused */
export const keepSecond = async (ports: SecondPorts): Promise<void> => {
  const { bucket, clock } = ports
  const stored = await readJson(bucket, SECOND_KEY, secondState)
  let now = stored?.value ?? (await begun(bucket, clock()))
  const save = async (next: SecondState): Promise<void> => {
    now = next
    await bucket.put(SECOND_KEY, JSON.stringify(next))
  }
  const failed: unknown[] = []
  try {
    await save({ ...now, journalTo: await copyMinute(ports, now.journalTo) })
  } catch (error) {
    failed.push(error)
  }
  // whatever became of the journal
  await copyBackup(ports, now, save)
  if (failed.length > 0) throw failed[0]
}
