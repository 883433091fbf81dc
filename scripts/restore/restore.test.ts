// Each call of the beginning of a restore fails once, refused or carried out with its answer lost, on tables as the migrations make them.
import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Manifest } from '../../domain/operation/backup/format.ts'
import { root } from '../stack/shell.ts'
import { breakable } from './breaking-off.ts'
import { leftBehind } from './left-behind.ts'
import { begin, statusOf } from './restore.ts'

const GIVEN = 700
const BEGIN = { backup: null, since: 5, keys: {}, phase: 'stops' } as const
const backup = { id: '20261122T190000000Z', sequences: { ledger: GIVEN, audit: 3 } } as unknown as Manifest
const db = new DatabaseSync(':memory:')
for (const name of readdirSync(join(root, 'migrations')).toSorted())
  if (name.endsWith('.sql')) db.exec(readFileSync(join(root, 'migrations', name), 'utf8'))

/** A place whose nth call fails; isDone: it is carried out, and its answer is lost. */
const placeOf = (fault: { at: number; isDone: boolean } | null) => {
  db.exec('delete from restorations; delete from sqlite_sequence')
  let calls = 0
  const query = async (sql: string, params: string[] = []): Promise<unknown[]> => {
    const isBroken = fault !== null && calls++ === fault.at
    if (isBroken && !fault.isDone) throw new Error('the line is gone')
    const rows = db.prepare(sql).all(...params)
    if (isBroken) throw new Error('the answer is gone')
    return rows
  }
  return { query, calls: () => calls }
}
const asPlace = (query: ReturnType<typeof placeOf>['query']) => ({ query }) as Parameters<typeof begin>[0]
/** The next id that the ledger gives. */
const nextId = (): number =>
  Number(db.prepare("select seq from sqlite_sequence where name = 'ledger'").get()?.['seq'] ?? 0)

test('rule restore-gate: a restore that breaks off has begun wholly or not at all, says which, and no id is given twice', async () => {
  const whole = placeOf({ at: Number.POSITIVE_INFINITY, isDone: false })
  await begin(asPlace(whole.query), { ...BEGIN, backup })
  const calls = whole.calls()
  expect(calls).toBeGreaterThan(5)
  expect(nextId()).toBeGreaterThan(GIVEN)
  for (let at = 0; at < calls; at++)
    for (const isDone of [false, true]) {
      const { query } = placeOf({ at, isDone })
      const place = asPlace(query)
      await expect(begin(place, { ...BEGIN, backup })).rejects.toThrow(/gone/)
      const found = await statusOf(place)
      const said = await leftBehind(place, ' --env production')
      if (found) {
        expect(nextId()).toBeGreaterThan(GIVEN)
        expect(said).toContain(
          'it sends nothing until the Worker is done. Go on: npm run restore -- --env production --status',
        )
        await expect(begin(place, { ...BEGIN, backup })).rejects.toThrow('under way already')
      } else {
        expect(said).toBe(
          'Nothing is being restored here, so nothing is held back for it. Go on, once that is mended: the same command again',
        )
        await begin(place, { ...BEGIN, backup })
        expect([(await statusOf(place))?.phase, nextId() > GIVEN]).toEqual(['stops', true])
      }
    }
})
test('rule restore-gate: ctrl-C at any call ends it there, and what is told then stays true', async () => {
  const told: boolean[] = []
  for (let at = 0, isOver = false; !isOver; at++) {
    const { query } = placeOf(null)
    const signals = new EventEmitter()
    signals.on('SIGINT', () => expect.unreachable('the runtime’s own'))
    let asked = 0
    const slow = async (sql: string, params?: string[]): Promise<unknown[]> => {
      if (asked++ === at) signals.emit('SIGINT')
      await new Promise((done) => setTimeout(done, 1))
      return query(sql, params)
    }
    const { place, interrupted, settled } = breakable({ ...asPlace(slow), put: expect.unreachable }, signals)
    const begun = begin(place as Parameters<typeof begin>[0], { ...BEGIN, backup }).then(
      () => true,
      () => false,
    )
    const first = await Promise.race([begun, interrupted.catch(() => null)])
    isOver = first === true
    if (isOver) break
    await settled()
    const found = await statusOf(asPlace(query))
    await begun
    expect(asked).toBe(at + 1)
    expect(await statusOf(asPlace(query))).toEqual(found)
    told.push(Boolean(found))
  }
  // the gate is the last call
  expect(told.length).toBeGreaterThan(5)
  expect(told.map((isBegun, at) => isBegun === (at === told.length - 1))).not.toContain(false)
})
test('rule restore-gate: where the place does not answer, nothing is guessed', async () => {
  const query = async (): Promise<never> => {
    throw new Error('fetch failed')
  }
  expect(await leftBehind({ query }, '')).toBe(
    'Whether this place is being restored could not be read (fetch failed). Go on: npm run restore -- --status',
  )
})
