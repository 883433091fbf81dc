// Each line that the Worker writes has the id of the work it was written in: a call's, a round's of the cron, a batch's of a queue.
import { createExecutionContext, createMessageBatch, createScheduledController } from 'cloudflare:test'
import { beforeAll, expect, test, vi } from 'vitest'
import worker from '../../worker/index.ts'
import { bound, run } from './support/database.ts'
import { makePerson } from './support/people.ts'

// in a place without people the cron waits (rule restore-gate)
beforeAll(() => makePerson('member'))

type Line = { message: string; requestId?: string }
const linesOf = async (work: () => Promise<unknown>): Promise<Line[]> => {
  const lines: Line[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))))
  await work().finally(() => spy.mockRestore())
  return lines
}
const idsOf = (lines: readonly Line[], message: string) =>
  lines.flatMap((line) => (line.message === message ? [line.requestId] : []))
const message = (id: string, body: unknown) => ({ id, timestamp: new Date(0), attempts: 1, body })

test('rule log-lines: rounds of the cron that run at once say their own times', async () => {
  await run('alter table email_changes rename to email_changes_away')
  const at = (iso: string) => createScheduledController({ scheduledTime: new Date(iso) })
  const rounds = ['2026-11-23T05:00:00.000Z', '2026-11-23T06:00:00.000Z']
  const lines = await linesOf(() => Promise.all(rounds.map((iso) => worker.scheduled(at(iso), bound)))).finally(() =>
    run('alter table email_changes_away rename to email_changes'),
  )
  expect(idsOf(lines, 'rows past their time were not deleted').toSorted()).toEqual(rounds.map((iso) => `cron-${iso}`))
  expect(lines.filter(({ requestId }) => !rounds.some((iso) => requestId === `cron-${iso}`))).toEqual([])
})

test('rule log-lines: batches of all queues say their queue and first message', async () => {
  const lines = await linesOf(async () => {
    for (const queue of ['settlements', 'settlements-dead', 'imports', 'imports-dead'])
      await worker.queue(createMessageBatch(`wa-blaster-${queue}`, [message(`first-of-${queue}`, 'unreadable')]), bound)
  })
  const ids = ['settlements', 'settlements-dead', 'imports', 'imports-dead'].map(
    (queue) => `wa-blaster-${queue}-first-of-${queue}`,
  )
  expect([...new Set(lines.map(({ requestId }) => requestId))]).toEqual(ids)
})

test('rule log-lines: calls that are answered at once say the id of their answer, in every line', async () => {
  const report = async (ray: string) =>
    worker.fetch(
      new Request('https://wa.test/api/public/csp-report', {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report', 'cf-ray': ray },
        body: JSON.stringify({
          'csp-report': { 'violated-directive': 'script-src', 'document-uri': 'https://wa.test/' },
        }),
      }),
      bound,
      createExecutionContext(),
    )
  const lines = await linesOf(async () => {
    const answers = await Promise.all(['ray-1', 'ray-2'].map(report))
    expect(answers.map(({ status, headers }) => [status, headers.get('x-request-id')])).toEqual([
      [200, 'ray-1'],
      [200, 'ray-2'],
    ])
  })
  expect(idsOf(lines, 'content security policy').toSorted()).toEqual(['ray-1', 'ray-2'])
})
