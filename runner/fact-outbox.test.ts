import { describe, expect, test } from 'vitest'
import type { Fact, UpFrame } from '../contract/operation/runner.ts'
import { FactOutbox, type RowSource } from './fact-outbox.ts'

const row = (id: string, owner: string | null = null, data = id): RowSource => ({
  type: 'session',
  id,
  owner: () => owner,
  seal: () => data,
})
const qr = (text: string): Fact => ({ kind: 'qr', qr: text, ttlMs: 1 })
const revoked = (id: string): Fact => ({ kind: 'revoked', messageIds: [id] })
const need: Fact = { kind: 'need', requestId: 'r', items: [] }
const kinds = (frames: UpFrame[]) => frames.map(({ facts }) => facts.map(({ fact }) => fact.kind))
const seqs = (frames: UpFrame[]) => frames.flatMap(({ facts }) => facts.map(({ seq }) => seq))

describe('facts on their way', () => {
  test('of one moment share a frame: what cannot be repeated first, then rows, then questions', () => {
    const outbox = new FactOutbox()
    outbox.push(need)
    outbox.pushRow(row('a'))
    outbox.push(revoked('m'))
    const frames = outbox.take()
    expect(kinds(frames)).toEqual([['revoked', 'rows', 'need']])
    expect(seqs(frames)).toEqual([1, 2, 3])
  })
  test('are repeated with their numbers until acknowledged', () => {
    const outbox = new FactOutbox()
    for (const id of ['1', '2', '3']) outbox.push(revoked(id))
    outbox.take()
    outbox.ack(2)
    outbox.push(revoked('4'))
    expect(seqs(outbox.repeat())).toEqual([3])
    expect(seqs(outbox.take())).toEqual([4])
    outbox.ack(4)
    expect(outbox.isEmpty).toBe(true)
  })
  test('that were acknowledged and not understood stay and are repeated, and those after them are stored', () => {
    const outbox = new FactOutbox()
    const stored: string[] = []
    for (const id of ['1', '2', '3']) outbox.push(revoked(id), () => stored.push(id))
    outbox.take()
    outbox.ack(3, [2])
    expect([stored, seqs(outbox.repeat()), outbox.isEmpty]).toEqual([['1', '3'], [2], false])
    outbox.ack(3)
    expect([stored, outbox.isEmpty]).toEqual([['1', '3', '2'], true])
  })
  test('rule one-runner: a greeting comes behind what was repeated and what waited, so that a close from before is no close of the next login', () => {
    const outbox = new FactOutbox()
    outbox.push(revoked('sent'))
    outbox.take()
    outbox.push(revoked('waited'))
    outbox.greet({ kind: 'hello', connection: 'none', me: null })
    expect(seqs(outbox.repeat())).toEqual([1])
    expect(kinds(outbox.take())).toEqual([['revoked', 'hello']])
  })
  test('tell when they are stored', () => {
    const outbox = new FactOutbox()
    const stored: string[] = []
    outbox.push(revoked('m'), () => stored.push('fact'))
    outbox.pushRow(row('a'), () => stored.push('older row'))
    outbox.pushRow(row('a'), () => stored.push('row'))
    outbox.take()
    outbox.ack(1)
    expect(stored).toEqual(['fact'])
    outbox.ack(2)
    expect(stored).toEqual(['fact', 'older row', 'row'])
  })
  test('a row written many times leaves once, with its last value', () => {
    const outbox = new FactOutbox()
    outbox.pushRow(row('a', null, 'first'))
    outbox.pushRow(row('b'))
    outbox.pushRow(row('a', null, 'last'))
    const [frame] = outbox.take()
    expect(frame?.facts[0]?.fact).toMatchObject({ rows: [{ id: 'b' }, { id: 'a', data: 'last' }] })
  })
  test('a result takes its person’s rows; held rows wait, but not for a question', () => {
    const outbox = new FactOutbox()
    outbox.pushRow(row('own'))
    outbox.pushRow(row('theirs', '628'))
    expect(outbox.takeRows('628').map(({ id }) => id)).toEqual(['theirs'])
    expect(outbox.take(false)).toEqual([])
    outbox.push(need)
    expect(kinds(outbox.take(false))).toEqual([['rows', 'need']])
  })
  test('of who may not hold the account any more: nothing goes or is repeated that only its holder may say', () => {
    const outbox = new FactOutbox()
    outbox.push(qr('x'))
    outbox.push(revoked('m'))
    outbox.take()
    outbox.push(need)
    outbox.pushRow(row('a'))
    outbox.dropSessionFacts()
    expect([kinds(outbox.repeat()), outbox.take()]).toEqual([[['revoked']], []])
    outbox.ack(2)
    expect(outbox.isEmpty).toBe(true)
  })
  test('many rows are split over frames that stay small', () => {
    const outbox = new FactOutbox()
    for (let i = 0; i < 1_200; i++) outbox.pushRow(row(`id-${i}`, null, 'x'.repeat(1_000)))
    const frames = outbox.take()
    expect(frames.length).toBeGreaterThan(2)
    for (const frame of frames) expect(JSON.stringify(frame).length).toBeLessThan(600_000)
    const rows = frames.flatMap(({ facts }) => facts.map(({ fact }) => (fact.kind === 'rows' ? fact.rows.length : 0)))
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(1_200)
  })
  test('when too much waits, codes go and nothing else does', () => {
    const outbox = new FactOutbox()
    outbox.push(qr('old'))
    for (let i = 0; i < 5_100; i++) outbox.push(revoked(String(i)))
    outbox.push(qr('too late'))
    const facts = outbox.take().flatMap((frame) => frame.facts.map(({ fact }) => fact))
    expect(facts.filter(({ kind }) => kind === 'qr')).toEqual([])
    expect(facts).toHaveLength(5_100)
  })
})
