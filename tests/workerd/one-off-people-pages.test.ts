// What a page of a one-off blast's report costs its account's object, and that a filter misses nobody (rule one-off-people).
import { expect, test, vi } from 'vitest'
import { AccountBlast } from '../../durable-objects/account-blast/object.ts'
import { insertAttempt } from '../../durable-objects/account-blast/tables/attempts-store.ts'
import { countTried, LOOKED_AT, triedAfter } from '../../durable-objects/account-blast/tables/one-off-people-store.ts'
import { counting, tables } from './support/key-rows.ts'
import { answerAll, reportAs, useOneOff } from './support/one-off.ts'
import { inside, linkedAccount, numbers } from './support/stage.ts'

const { runner, people, send, ended } = useOneOff()
const { page, everybody, file } = reportAs(() => people.admin)

const row = (i: number, jobId: string | null): Parameters<typeof insertAttempt>[1] => ({
  attempt_id: `a${i}`,
  message_id: `m${i}`,
  number_id: i,
  number: String(6281200000000 + i),
  name: 'N',
  template_id: null,
  price_sen: 0,
  epoch: 1,
  created_at: i,
  job_id: jobId,
  campaign: null,
  content_id: null,
  fields: null,
})
test('rule one-off-people: a page reads its own rows along an index in which ordinary messages are not', () =>
  tables((sql) => {
    const plain = counting(sql)
    for (let i = 0; i < 50; i++) insertAttempt(plain.counted, row(i, null))
    const named = counting(sql)
    for (let i = 50; i < 100; i++) insertAttempt(named.counted, row(i, 'j'))
    expect(named.written() - plain.written()).toBe(50)
    const asked: [string, ...SqlStorageValue[]][] = []
    const told = counting(sql)
    const watched = {
      exec: (text: string, ...values: SqlStorageValue[]) => {
        asked.push([text, ...values])
        return told.counted.exec(text, ...values)
      },
    } as SqlStorage
    const from = { after: { at: 80, id: 'a80' }, came: undefined, limit: 5 }
    const found = triedAfter(watched, 'j', { ...from, outcome: undefined })
    expect(found.rows.map(({ attempt_id: id }) => id)).toEqual(['a81', 'a82', 'a83', 'a84', 'a85'])
    expect(told.read()).toBeLessThan(15)
    expect(triedAfter(watched, 'j', { ...from, outcome: 'fail' })).toEqual({ rows: [], lookedTo: null })
    expect(countTried(watched, 'j')).toBe(50)
    const plans = asked.flatMap(([text, ...values]) =>
      sql
        .exec<{ detail: string }>(`explain query plan ${text}`, ...values)
        .toArray()
        .map(({ detail }) => detail),
    )
    const along =
      /^SEARCH attempts USING (COVERING )?INDEX attempts_job \(job_id=\?( AND \(created_at,attempt_id\)>\(\?,\?\))?\)$/
    expect(plans.filter((plan) => along.test(plan))).toHaveLength(asked.length)
    expect(plans.filter((plan) => /TEMP B-TREE|SCAN attempts/.test(plan))).toEqual([])
  }))

test('rule one-off-people: a filter that fits hardly anybody is looked for bit by bit, and misses nobody', async () => {
  const [a = ''] = await numbers(47_000, 1)
  const account = await linkedAccount(runner, people.member.id)
  const { json } = await send({ senders: account.phone, targets: a, message: 'Halo' })
  await answerAll(account, 1)
  await ended(json.jobId)
  const failed = [LOOKED_AT - 1, LOOKED_AT, 2 * LOOKED_AT, 2 * LOOKED_AT + 8]
  const last = 2 * LOOKED_AT + 9
  await inside(account.object, ({ sql }) =>
    sql.exec(
      `insert into attempts (attempt_id, message_id, number_id, number, name, price_sen, epoch, created_at, outcome, job_id)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < ${last})
       select 'a' || i, 'm' || i, i, 'n' || i, 'N', 0, 1, i, iif(i in (${failed.join()}), 'fail', iif(i = ${last}, 'unknown', 'success')), ? from n`,
      json.jobId,
    ),
  )
  const looks = vi.spyOn(AccountBlast.prototype, 'oneOffPeople')
  const found = failed.map((i) => `n${i}`)
  const pages = async (limit: number) => (await everybody(json.jobId, limit, '&state=fail')).map(({ number }) => number)
  expect(await pages(100)).toEqual(found)
  // one page: two calls that stop behind so many messages, and one that comes to the end
  expect(looks).toHaveBeenCalledTimes(3)
  expect(await pages(3)).toEqual(found)
  const lines = (await file(json.jobId, '&state=fail')).trim().split('\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(found)
  expect(await page(json.jobId, '&state=unknown')).toMatchObject({ list: [{ number: `n${last}` }], next: null })
  expect(await file(json.jobId, '&state=unknown')).toContain(`n${last},N,unknown,`)
  expect((await page(json.jobId, '&came=stopped')).list).toEqual([])
  looks.mockRestore()
})
