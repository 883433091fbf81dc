// Large files of validators on their way into parts: no matter which part dies at which step, each number stands there once; two
// readers disturb nothing; a file whose message was lost is read on; a broken one says why.
import { beforeAll, expect, test } from 'vitest'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { readSource } from '../../domain/sending/number-checks/read-source.ts'
import { partKey, sourceKey, type Target } from '../../domain/sending/number-checks/rules.ts'
import { type CheckRow, insertCheck } from '../../domain/sending/number-checks/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { cron } from './support/cron.ts'
import { all, bound, db } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { checksOf, range } from './support/checks.ts'

let staff: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  staff = await makePerson('staff')
})

const head = JSON.stringify({ format: 'csv', delimiter: ',', columns: { number: 0, name: 1 }, startBytes: 0 })
const makeJob = async (id: string, text: string): Promise<void> => {
  const bytes = new TextEncoder().encode(text)
  await bound.MEDIA.put(sourceKey(id), bytes)
  const file = { name: 'x.csv', key: sourceKey(id), bytes: bytes.length, head, readBytes: 0, readRows: 0 }
  const job = { id, kind: 'validator', userId: staff.id, whatsappId: 'none', range: null, file, total: 0 } as const
  const settings = { source: 'reading', insert: 0, intervalMin: 0, intervalMax: 0, now: Date.now() } as const
  await runBatch(db, [insertCheck(db, { ...job, ...settings })])
}
const rowOf = async (id: string): Promise<CheckRow> => {
  const [row] = await all<CheckRow>('select * from number_checks where id = ?', id)
  if (!row) throw new Error('no such job')
  return row
}
const partsOf = async (id: string, total: number): Promise<string[]> => {
  const parts = Array.from({ length: Math.ceil(total / 5_000) }, async (_, i) =>
    (await bound.MEDIA.get(partKey(id, i)))?.json<Target[]>(),
  )
  return (await Promise.all(parts)).flatMap((rows) => rows ?? []).map((target) => target.number)
}
const ports = (more: object = {}) => ({
  db,
  bucket: bound.MEDIA,
  clock: () => Date.now(),
  until: Date.now() + 60_000,
  ...more,
})
/**
 * Every third row holds no number, so that parts and groups of rows end at other places; every fourth one is followed by
 * a number that came before, in another form.
 */
const textOf = (count: number): string => {
  const numbers = range(0, count)
  return numbers
    .map((number, i) => {
      const bad = i % 3 === 2 ? 'bukan nomor,x\n' : ''
      const again = i % 4 === 3 ? `0${(numbers[Math.floor(i / 2)] ?? '').slice(2)},Lagi\n` : ''
      return `${number},Orang ${i}\n${bad}${again}`
    })
    .join('')
}

test('rule validator-files: no matter which part dies at which step, each number stands in the parts once, in order', async () => {
  const COUNT = 32_000
  await makeJob('crash', textOf(COUNT))
  let calls = 0
  let tries = 0
  const bucket = {
    get: bound.MEDIA.get.bind(bound.MEDIA),
    put: async (key: string, value: string) => {
      calls += 1
      if (calls % 5 === 0) throw new Error('killed before')
      const put = await bound.MEDIA.put(key, value)
      if (calls % 7 === 0) throw new Error('killed after')
      return put
    },
  }
  const flaky = connect({
    prepare: (sql: string) => {
      if (/^\s*update\b/.test(sql) && ++calls % 4 === 0) throw new Error('killed in between')
      return bound.DB.prepare(sql)
    },
  } as unknown as D1Database)
  await until('the end', async () => {
    tries += 1
    return readSource(ports({ db: flaky, bucket }) as never, 'crash').catch(() => null)
  })
  expect(tries).toBeGreaterThan(3)
  const row = await rowOf('crash')
  expect(row).toMatchObject({ source: 'ready', total: COUNT, error: null, read_bytes: row.file_bytes })
  expect(row.read_rows - row.total).toBe(Math.floor(COUNT / 3) + Math.floor(COUNT / 4))
  expect(await partsOf('crash', COUNT)).toEqual(range(0, COUNT))
})

test('two readers of one file take nothing from each other', async () => {
  await makeJob('two', textOf(20_000))
  const ends = await Promise.all([readSource(ports(), 'two'), readSource(ports(), 'two')])
  expect(ends.toSorted()).toEqual(['elsewhere', 'ended'])
  expect(await rowOf('two')).toMatchObject({ source: 'ready', total: 20_000 })
  expect(await partsOf('two', 20_000)).toEqual(range(0, 20_000))
})

test('time is up between two steps: the next message goes on there', async () => {
  await makeJob('steps', textOf(12_000))
  const step = () => readSource(ports({ until: 0 }), 'steps')
  expect(await step()).toBe('more')
  const { read_bytes, total } = await rowOf('steps')
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(12_000)
  expect((await checksOf('validator', staff).get('steps')).prepared).toBeGreaterThan(0)
  let end = await step()
  expect((await rowOf('steps')).read_bytes).toBeGreaterThan(read_bytes)
  while (end === 'more') end = await step()
  expect(end).toBe('ended')
  expect(await partsOf('steps', 12_000)).toEqual(range(0, 12_000))
})

test.each([
  ['without a number', 'nama,x\nlain,y\n', 'Berkas tidak berisi nomor yang valid. (setelah baris 2)'],
  [
    'that breaks off',
    '6281300000001,A\n"6281300000002,B\n',
    'Berkas CSV rusak: tanda kutip tidak ditutup. (setelah baris 0)',
  ],
])('a file %s ends with the reason, and cannot start', async (name, text, error) => {
  await makeJob(name, text)
  expect(await readSource(ports(), name)).toBe('ended')
  const validators = checksOf('validator', staff)
  expect(await validators.get(name)).toMatchObject({ phase: 'error_validate', error, preparing: false })
  expect((await validators.start(name)).json).toMatchObject({ reason: 'file_broken', msg: error })
})

test('a file whose message was lost is read on by the cron', async () => {
  await makeJob('silent', textOf(3))
  await all(`update number_checks set updated_at = 1 where id = 'silent'`)
  await cron()
  await until('read', async () => (await rowOf('silent')).source === 'ready')
  expect(await rowOf('silent')).toMatchObject({ total: 3, read_rows: 4 })
})
