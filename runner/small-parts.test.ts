// The limit of sends, questions, signing and masking: a few lines each, tried together.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { RUNNER_HEADERS } from '../contract/operation/runner.ts'
import { STOP_MS } from '../contract/operation/runner-hello.ts'
import { longestDrainMs } from './accounts.ts'
import { MAX_CAPACITY } from './environment.ts'
import { Semaphore } from './semaphore.ts'
import { ContentRequests } from './content-requests.ts'
import { maskText } from '../contract/ground/mask.ts'
import { RowRequests } from './row-requests.ts'
import { signedHeaders } from './signing.ts'

test('the limit lets so many in and no more, in order, also after a failure', async () => {
  const limit = new Semaphore(2)
  const doors: (() => void)[] = []
  const begun: number[] = []
  const jobs = [0, 1, 2, 3].map((n) =>
    limit.run(() => {
      begun.push(n)
      if (n === 0) return Promise.reject(new Error('no'))
      return new Promise<void>((resolve) => doors.push(resolve))
    }),
  )
  await expect(jobs[0]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  expect(limit.inside).toBe(2)
  for (const open of doors.splice(0)) open()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  for (const open of doors) open()
  await Promise.allSettled(jobs)
  expect(limit.inside).toBe(0)
})

describe('questions to the vault', () => {
  test('of one moment travel together, and each gets its own rows', async () => {
    const put: { requestId: string; items: { type: string; id: string }[] }[] = []
    const questions = new RowRequests((requestId, items) => put.push({ requestId, items }))
    const a = questions.ask([{ type: 't', id: '1' }])
    const b = questions.ask([
      { type: 't', id: '1' },
      { type: 't', id: '2' },
    ])
    await Promise.resolve()
    expect(put.map(({ items }) => items.length)).toEqual([2])
    const row = { type: 't', id: '2', owner: null, data: 'x' }
    questions.answer(put[0]?.requestId ?? '', [row])
    expect(await a).toEqual([])
    expect(await b).toEqual([row])
  })
  test('without an answer they fail', async () => {
    await expect(new RowRequests(() => undefined, 10).ask([{ type: 't', id: '1' }])).rejects.toThrow(/in time/)
  })
})

test('a signature covers path, runner, boot, time and nonce', () => {
  const credential = { kid: 'k1', hex: '0f'.repeat(32) }
  const headers = signedHeaders({ credential, runnerId: 'r', bootId: 'b' }, '/p?epoch=2', '17', 'n')
  const expected = createHmac('sha256', Buffer.alloc(32, 15)).update('/p?epoch=2\nr\nb\n17\nn').digest('hex')
  expect(headers[RUNNER_HEADERS.signature]).toBe(expected)
  expect(headers[RUNNER_HEADERS.key]).toBe('k1')
})

test('the longest drain of the fullest runner ends before the process is killed', () =>
  expect(longestDrainMs(MAX_CAPACITY)).toBeLessThan(STOP_MS))

test('numbers are masked wherever they stand in a text', () =>
  expect(maskText('to 6281234567890@s.whatsapp.net in 12 ms')).toBe('to 62812••••890@s.whatsapp.net in 12 ms'))

test('rule one-runner: whose lease is over when the content of a message comes repeats nothing', async () => {
  let mayRepeat = true
  const asked: string[] = []
  const contents = new ContentRequests(
    (messageId) => asked.push(messageId),
    () => mayRepeat,
  )
  const content = { text: 'Halo', media: null, buttons: [] } as never
  const inTime = contents.ask('m1')
  const late = [contents.ask('m2'), contents.ask('m2')]
  contents.answer('m1', content)
  mayRepeat = false
  contents.answer('m2', content)
  expect(asked).toEqual(['m1', 'm2'])
  expect(await inTime).toBe(content)
  expect(await Promise.all(late)).toEqual([null, null])
})
