// The cron's table: whatever fails of it, all the rest is done, and it is seen (docs/decisions/0086-the-cron-is-a-table.md).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CRON_TASKS, type CronTask } from '../../contract/operation/cron-tasks.ts'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { here } from '../../domain/ground/tally/here.ts'
import { HANG_MS, onCron } from '../../worker/cron.ts'
import { type Task, TASKS } from '../../worker/cron-tasks.ts'
import { all, bound, run } from './support/database.ts'
import { makePerson } from './support/people.ts'

type Line = { level: string; message: string; task?: string; detail?: string }
let lines: Line[] = []
beforeEach(async () => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(JSON.parse(line) as Line))
  await run('delete from cron_ends')
  here.take()
})
afterEach(() => vi.restoreAllMocks())

/** An hour's first minute, in which every row is due. */
const AT = 5 * HOUR_MS
/** The real rows, and which of them were done. */
const round = async (changed: Partial<Record<CronTask, Partial<Task>>>) => {
  const done: CronTask[] = []
  const tasks = Object.fromEntries(
    CRON_TASKS.map((name) => {
      const task = { ...TASKS[name], ...changed[name] }
      const run: Task['run'] = async (at) => (await task.run(at), void done.push(name))
      return [name, { ...task, run }]
    }),
  ) as typeof TASKS
  await onCron({ scheduledTime: AT }, bound, tasks)
  const ends = await all<{ round: string }>(
    `select round from cron_ends where round in ('minute', 'hour') order by round`,
  )
  const counted = Object.keys(here.take()).filter((key) => key.startsWith('wa_cron'))
  return { done, ends: ends.map((end) => end.round), counted }
}
const fails = { run: () => Promise.reject(new Error('planted')) }

test('in a place where nobody is yet only a runner is looked for', async () => {
  const { done, ends } = await round({})
  expect([done, ends]).toEqual([['runners'], ['minute']])
  await makePerson('admin')
})

test('when nothing fails all rows are done in their order, and both rounds have ended', async () => {
  const { done, ends, counted } = await round({})
  const inTurn = CRON_TASKS.filter((name) => TASKS[name].when === 'then')
  expect(done.filter((name) => inTurn.includes(name))).toEqual(inTurn)
  expect(done.toSorted()).toEqual(CRON_TASKS.toSorted())
  expect(ends).toEqual(['hour', 'minute'])
  expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  expect(counted).toEqual([])
})

test.each(CRON_TASKS)('%s fails: all others are done, and it is seen', async (name) => {
  const { done, ends, counted } = await round({ [name]: fails })
  expect(done.toSorted()).toEqual(CRON_TASKS.filter((other) => other !== name).toSorted())
  const { ends: round_, failed: message = 'cron failed' } = TASKS[name]
  expect(ends).toEqual(['hour', 'minute'].filter((end) => end !== round_))
  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ message, task: name, detail: 'planted' }])
  expect(counted).toEqual([`wa_cron_failures_total|task=${name}`])
})

test.each(['wakes', 'imports'] as const)('%s hangs: after its time the others go on without it', async (name) => {
  const { done, ends } = await round({ [name]: { run: () => new Promise(() => undefined), budgetMs: 20 - HANG_MS } })
  expect(done.toSorted()).toEqual(CRON_TASKS.filter((other) => other !== name).toSorted())
  expect(ends).toEqual(['hour'])
  expect(lines.find(({ task }) => task === name)?.detail).toBe(`${name} did not answer within 20 ms`)
})

test('second_place is waited for by nothing but the end', async () => {
  let end: () => void = () => undefined
  const copied = new Promise<void>((resolve) => {
    end = resolve
  })
  const { done } = await round({
    second_place: { run: () => copied },
    backup: { run: async () => end() },
  })
  expect(done.toSorted()).toEqual(CRON_TASKS.toSorted())
})
