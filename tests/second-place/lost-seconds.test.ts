// How much is lost with the first place (RPO), played second by second: a bucket whose times are those of a clock of the test.
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Db } from '../../domain/ground/db/connection.ts'
import { addSettled, addStops } from '../../domain/operation/backup/journal.ts'
import { keyOfPart, openPart } from '../../domain/operation/backup/seal.ts'
import { minute, SECOND_KEY, secondState } from '../../domain/operation/backup/second-format.ts'
import { keepSecond } from '../../domain/operation/backup/second.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SPKI = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const PKCS8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const START = Date.UTC(2026, 10, 27)
const SECONDS = 600
const PAGE = 1_000

const bucketAt = (clock: () => number): R2Bucket => {
  const objects = new Map<string, { key: string; text: string; uploaded: Date }>()
  return {
    put: async (key: string, text: string) => void objects.set(key, { key, text, uploaded: new Date(clock()) }),
    get: async (key: string) => {
      const found = objects.get(key)
      return found ? { ...found, etag: '', json: async (): Promise<unknown> => JSON.parse(found.text) } : null
    },
    list: async ({ prefix = '', startAfter = '', cursor = '' }: R2ListOptions) => {
      const from = cursor > startAfter ? cursor : startAfter
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > from).toSorted()
      const page = keys.slice(0, PAGE)
      return { objects: page.map((key) => objects.get(key)), truncated: keys.length > PAGE, cursor: page.at(-1) }
    },
  } as unknown as R2Bucket
}

/**
 * @param perSecond stops and settlings, half of each; each third is named two seconds before it is written
 * @param rounds seconds at which the cron keeps the second place; refused: those that it does not take
 * @returns the oldest of what is missing there, in seconds, at the worst second, and what is missing after the last round
 */
const play = async (perSecond: number, rounds: readonly number[], refused: readonly number[] = []) => {
  let now = START
  const bucket = bucketAt(() => now)
  await bucket.put(SECOND_KEY, JSON.stringify(secondState.parse({ journalTo: START, backup: '', copying: null })))
  const missing = new Map<string, number>()
  const take = async (key: string, sealed: Uint8Array<ArrayBuffer>): Promise<void> => {
    if (refused.includes((now - START) / 1_000)) throw new Error('refused')
    const made = minute.parse(JSON.parse(await openPart(await keyOfPart(PKCS8, sealed), key, sealed)))
    for (const { hash } of made.stops) missing.delete(hash)
    for (const { accountId } of made.settled) missing.delete(accountId)
  }
  let worst = 0
  for (let second = 1; second <= SECONDS; second++) {
    now = START + second * 1_000
    if (rounds.includes(second))
      await keepSecond({
        db: { all: async () => [] } as unknown as Db,
        bucket,
        second: { put: take },
        publicKey: SPKI,
        clock: () => now,
        until: Number.POSITIVE_INFINITY,
      }).catch(() => {})
    worst = Math.max(worst, ...[...missing.values()].map((at) => (now - at) / 1_000))
    if (second === rounds.at(-1)) break
    for (let i = 0; i < perSecond; i++) {
      const name = `${second}-${i}`
      const at = i % 3 === 0 ? now - 2_000 : now
      missing.set(name, now)
      if (i % 2 === 0)
        await addStops(bucket, at, [{ event: 'opt_out', hash: name, kid: '1', via: 'reply', by: null, at }])
      else await addSettled(bucket, at, [{ accountId: name, sequence: 1, userId: 'u', results: [], reversals: [] }])
    }
  }
  return { worst, missing: missing.size }
}
const EACH_MINUTE = Array.from({ length: SECONDS / 60 }, (_, i) => (i + 1) * 60)

test('rule second-place: at no second are stops or money of more than its last minute missing there', async () => {
  // six a second are 450 objects with what is brought twice: what one round takes at most is 500
  for (const perSecond of [1, 6]) expect(await play(perSecond, EACH_MINUTE)).toEqual({ worst: 59, missing: 0 })
})
test('rule second-place: a round that is late or refused adds what it is late by, and loses nothing', async () => {
  expect(await play(2, [60, 120, 200, 240, 300])).toEqual({ worst: 79, missing: 0 })
  expect(await play(2, EACH_MINUTE, [180, 420])).toEqual({ worst: 119, missing: 0 })
  // more than one round takes: the rest follows in the next ones
  expect(await play(4, EACH_MINUTE, [180, 240])).toEqual({ worst: 179, missing: 0 })
})
