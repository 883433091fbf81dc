// Who gets or got a one-off blast: its rows, pages, filters and file, against what WhatsApp's double was sent (rule one-off-people).
import { describe, expect, test, vi } from 'vitest'
import { failTexts } from '../../contract/sending/account-texts.ts'
import { NOT_REACHED } from '../../contract/sending/one-off-people.ts'
import { REFUSED_SHOWN, SKIP_TEXTS } from '../../contract/sending/one-off.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { AccountBlast } from '../../durable-objects/account-blast/object.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, call } from './support/api.ts'
import { all, run } from './support/database.ts'
import { fire } from './support/document.ts'
import { answerAll, reportAs, settled, states, useOneOff } from './support/one-off.ts'
import { makePerson } from './support/people.ts'
import { acked, inside, linkedAccount, numbers } from './support/stage.ts'

const { runner, people, send, ended, stopped } = useOneOff()
const { path, page, everybody, file } = reportAs(() => people.admin)

describe('rule one-off-people: named receivers', () => {
  test('each is in the state that they are in, with a reason and with what came of it; pages and filters agree', async () => {
    const list = await numbers(40_000, 7)
    const [read = '', absent = '', sent = '', ...rest] = list
    await run('update phone_numbers set suppressed = 1 where number = ?', rest.at(-1))
    const account = await linkedAccount(runner, people.member.id)
    const { socket } = account
    const { json } = await send({ senders: account.phone, targets: [...list, 'bukan'], message: 'Halo' })
    await until('the first', () => socket.sends()[0])
    // an answer is of whom a message is known to have reached
    socket.say({ ...acked(socket, 0), lid: '9040000' })
    await until('the second', () => socket.sends()[1])
    socket.say({ ...acked(socket, 1), outcome: 'not_registered' })
    await until('the third', () => socket.sends()[2])
    const { messageId = '' } = socket.sends()[0] ?? {}
    for (const type of ['delivered', 'read'] as const)
      socket.say({ kind: 'receipts', items: [{ messageId, type, at: Date.now() }] })
    socket.say({
      kind: 'inbound',
      items: [{ id: 'i1', number: read, lid: null, text: 'Terima kasih', at: Date.now() }],
    })
    await until('what came of it', async () => (await page(json.jobId)).list[0]?.came.length === 3)

    const rows = [
      [read, 'success'],
      [absent, 'fail'],
      [sent, 'held'],
      ...rest.slice(0, 3).map((number) => [number, 'waiting']),
      ['bukan', 'dropped'],
      [rest.at(-1), 'dropped'],
    ]
    const { list: shown, ...more } = await page(json.jobId)
    expect([states(shown), more]).toEqual([rows, { next: null, unlisted: 0, forgotten: 0 }])
    expect(shown[0]).toMatchObject({ name: 'N', came: ['delivered', 'read', 'answered'], why: null })
    expect(shown.map(({ why }) => why)).toEqual([
      null,
      failTexts.not_registered,
      null,
      null,
      null,
      null,
      SKIP_TEXTS.invalid,
      SKIP_TEXTS.suppressed,
    ])
    // who was not written to has the row and the name of the list, too
    const ids = new Map(
      (await all<{ id: number; number: string }>('select id, number from phone_numbers')).map((r) => [r.number, r.id]),
    )
    expect(shown.map(({ id }) => id)).toEqual(rows.map(([number]) => ids.get(number ?? '') ?? null))
    expect(shown.map(({ name }) => name)).toEqual(rows.map(([number]) => (number === 'bukan' ? '' : 'N')))
    for (const limit of [1, 2, 3, 5, 8]) expect(states(await everybody(json.jobId, limit))).toEqual(rows)
    for (const state of ['waiting', 'held', 'success', 'fail', 'unknown', 'dropped'])
      expect(states(await everybody(json.jobId, 2, `&state=${state}`))).toEqual(rows.filter(([, is]) => is === state))
    expect(states(await everybody(json.jobId, 2, '&came=read'))).toEqual([[read, 'success']])
    expect(await everybody(json.jobId, 2, '&came=read&state=fail')).toEqual([])

    await stopped(account, json.jobId)
    const later = await page(json.jobId, '&state=waiting')
    expect(later.list.map(({ why }) => why)).toEqual([NOT_REACHED, NOT_REACHED, NOT_REACHED])
    await settled()
  })

  test('the file says what the list says, of whom WhatsApp was given, and no name runs as a formula', async () => {
    const list = await numbers(41_000, 3)
    await run(`update phone_numbers set name = '=1+1' where number = ?`, list[0])
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: [...list, '6281299999998'], message: 'Halo' })
    await answerAll(account, 3)
    await ended(json.jobId)
    const [head = '', ...lines] = (await file(json.jobId)).trim().split('\n')
    expect(head).toContain('number,name,state,at,why,came')
    const told = lines.map((line) => line.split(','))
    expect(told.filter(([, , state]) => state === 'success').map(([number]) => number)).toEqual(
      account.socket.sends().map(({ number }) => number),
    )
    expect(told[0]?.[1]).toBe("'=1+1")
    expect(told.map(([number, , state]) => [number, state])).toEqual(states(await everybody(json.jobId, 2)))
    expect((await file(json.jobId, '&state=dropped')).trim().split('\n').slice(1)).toEqual([
      `6281299999998,,dropped,,${SKIP_TEXTS.unknown},`,
    ])
    expect(
      await all(`select target, after from audit_log where action = 'blaster.export' order by id limit 1`),
    ).toEqual([
      {
        target: account.accountId,
        after: JSON.stringify({ jobId: json.jobId, state: '', came: '', format: 'csv' }),
      },
    ])
    const nobody = await ask('GET', path('export', json.jobId, '&state=fail'), { token: people.admin.token })
    expect([nobody.status, nobody.json['reason']]).toEqual([404, 'nothing_to_export'])
  })

  test('of those that get nothing the first hundred are named, and the others are counted', async () => {
    const [a = ''] = await numbers(42_000, 1)
    const unknown = Array.from({ length: REFUSED_SHOWN + 5 }, (_, i) => String(6281700000000 + i))
    const account = await linkedAccount(runner, people.member.id)
    const { json } = await send({ senders: account.phone, targets: [a, ...unknown], message: 'Halo' })
    await answerAll(account, 1)
    await ended(json.jobId)
    expect((await page(json.jobId)).unlisted).toBe(5)
    expect(await everybody(json.jobId, 100, '&state=dropped')).toHaveLength(REFUSED_SHOWN)
    // those of the row, where the object has forgotten it
    await inside(account.object, ({ sql }) => sql.exec('delete from jobs'))
    expect((await page(json.jobId)).unlisted).toBe(5)
    expect(await everybody(json.jobId, 100, '&state=dropped')).toHaveLength(REFUSED_SHOWN)
  })
})

test('rule one-off-people: of everybody only those that were tried are listed', async () => {
  const list = await numbers(43_000, 4)
  await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now() - 1_000, list[3])
  const account = await linkedAccount(runner, people.member.id)
  const { json } = await send({ senders: account.phone, targets: 'All', message: 'Halo' })
  await answerAll(account, 1)
  await until('the second', () => account.socket.sends()[1])
  const sent = () => account.socket.sends().map(({ number }) => number)
  expect(states((await page(json.jobId)).list)).toEqual([
    [sent()[0], 'success'],
    [sent()[1], 'held'],
  ])
  account.socket.say(acked(account.socket, 1))
  await until('the third', () => account.socket.sends()[2])
  account.socket.say(acked(account.socket, 2))
  await ended(json.jobId)
  const { list: shown, unlisted } = await page(json.jobId)
  expect([states(shown), unlisted]).toEqual([sent().map((number) => [number, 'success']), 1])
})

test('rule one-off-people: a test has its one receiver, who waits, was sent to, or was not, and is on no list', async () => {
  const account = await linkedAccount(runner, people.member.id)
  const token = people.admin.token
  const body = { sender: account.accountId, message: 'Halo', key: crypto.randomUUID() }
  const { json } = await ask<{ job: { id: string } }>('POST', '/admin/blaster/test', { token, body })
  await answerAll(account, 1)
  await ended(json.job.id)
  const own = { id: null, number: account.phone, name: account.me.pushname }
  expect((await page(json.job.id)).list).toMatchObject([{ ...own, state: 'success', why: null }])
  const untried = async (phase: string, error: string | null) => {
    await inside(account.object, ({ sql }) => {
      sql.exec('delete from attempts where job_id = ?', json.job.id)
      sql.exec(
        `update jobs set value = json_set(value, '$.success', 0, '$.phase', ?, '$.error', ?) where job_id = ?`,
        phase,
        error,
        json.job.id,
      )
    })
    return (await page(json.job.id)).list
  }
  expect(await untried('sending', null)).toMatchObject([{ ...own, state: 'waiting', at: null, why: null }])
  expect(await untried('error_blast', 'Sebab')).toMatchObject([{ ...own, state: 'dropped', at: null, why: 'Sebab' }])
  expect((await page(json.job.id, '&state=waiting')).list).toEqual([])
})

test('rule one-off-people: after the time that messages are kept for it says how many are only counted, for a removed account, too', async () => {
  const list = await numbers(45_000, 3)
  const account = await linkedAccount(runner, people.member.id)
  const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
  await answerAll(account, 3)
  await ended(json.jobId)
  await settled()
  const olderBy = (days: number, which: string) =>
    inside(account.object, ({ sql }) => {
      sql.exec(`update attempts set created_at = created_at - ? where number in (${which})`, days * DAY_MS)
      sql.exec(`update jobs set value = json_set(value, '$.createdAt', ?)`, Date.now() - days * DAY_MS)
    })
  await olderBy(91, `'${list[0]}'`)
  await fire(account.object, 'tidy')
  expect(await page(json.jobId)).toMatchObject({ list: [{ number: list[1] }, { number: list[2] }], forgotten: 1 })
  await account.object.erase(list[1] ?? '')
  expect(await page(json.jobId)).toMatchObject({ list: [{ number: list[2] }], forgotten: 1 })
  await account.object.remove()
  expect(await page(json.jobId)).toMatchObject({ list: [{ number: list[2] }], forgotten: 1 })
  await olderBy(91, `'', '${list[2]}'`)
  await fire(account.object, 'tidy')
  expect(await page(json.jobId)).toMatchObject({ list: [], next: null, forgotten: 3 })
  // an object that knows nothing of it any more says no less
  await inside(account.object, ({ sql }) => sql.exec('delete from jobs'))
  expect(await page(json.jobId)).toMatchObject({ list: [], forgotten: 3 })
})

test('rule one-off-people: admin and dev ask; an id that is nobody’s and an account that does not answer are refused in words', async () => {
  const [a = ''] = await numbers(46_000, 1)
  const account = await linkedAccount(runner, people.member.id)
  const { json } = await send({ senders: account.phone, targets: a, message: 'Halo' })
  await answerAll(account, 1)
  await ended(json.jobId)
  for (const what of ['people', 'export'] as const) {
    for (const role of ['member', 'staff'] as const) {
      const { token } = await makePerson(role)
      expect((await call('GET', path(what, json.jobId), { token })).status).toBe(403)
    }
    const dev = await makePerson('dev')
    expect((await call('GET', path(what, json.jobId), { token: dev.token })).status).toBe(200)
    expect((await call('GET', path(what, 'nobodys'), { token: dev.token })).status).toBe(404)
    vi.spyOn(AccountBlast.prototype, 'oneOffPeople').mockRejectedValueOnce(
      new Error('an account of a test does not answer'),
    )
    const { status, json: said } = await ask('GET', path(what, json.jobId), { token: dev.token })
    expect([status, said['reason']]).toEqual([503, 'overloaded'])
    expect((await call('GET', path(what, json.jobId, '&after=x'), { token: dev.token })).status).toBe(
      what === 'people' ? 422 : 200,
    )
  }
})
