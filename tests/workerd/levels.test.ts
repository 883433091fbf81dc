// The list of levels (rule level), and whose changes wait for a second person. Who has which level is in level-rules.test.ts.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from './support/api.ts'
import { all, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { setting } from './support/payouts.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; fields?: Record<string, string> }
let admin: Person
let second: Person
let member: Person
beforeAll(async () => {
  await makeLevel('low', 100, 0)
  await makeLevel('mid', 150, 50)
  member = await makePerson('member')
  admin = await makePerson('admin')
  second = await makePerson('admin')
})

describe('levels', () => {
  const level = (body: object) =>
    ask<Fail & { level: { id: string } }>('POST', '/admin/level/create', { token: admin.token, body })
  test('are made, listed by requirement with their colour, changed and deleted', async () => {
    const made = await level({ name: 'Atas', blast_fee: '300', requirement_blast: '500' })
    const { id } = made.json.level
    const page = await ask<{ data: { id: string; color: string }[] }>('GET', '/admin/level/list-per-page', {
      token: admin.token,
    })
    expect(page.json.data.map((l) => [l.id, l.color])).toEqual([
      ['low', '#2C2C2C'],
      ['mid', '#3E3A32'],
      [id, '#3E3A32'],
    ])
    await ask('PUT', `/admin/level/${id}`, {
      token: admin.token,
      body: { name: 'Puncak', blast_fee: 1, requirement_blast: 2 },
    })
    expect((await ask('GET', `/admin/level/${id}`, { token: admin.token })).json).toMatchObject({
      name: 'Puncak',
      blast_fee: 1,
    })
    expect((await ask('DELETE', `/admin/level/${id}`, { token: admin.token })).status).toBe(200)
    expect((await ask('GET', `/admin/level/${id}`, { token: admin.token })).status).toBe(404)
  })
  test('rule level: in use stay', async () => {
    const gone = await ask<Fail>('DELETE', '/admin/level/low', { token: admin.token })
    expect([gone.status, gone.json.reason]).toEqual([409, 'level_in_use'])
  })
  test.each([
    {},
    { name: 'x' },
    { name: '', blast_fee: 1, requirement_blast: 1 },
    { name: 'x', blast_fee: 'a', requirement_blast: 1 },
  ])('refuse %j', async (body) => expect((await level(body)).status).toBe(422))
})

describe('rule second-person:', () => {
  type Approval = { id: string; amount: number; changes: object[] }
  const send = (method: string, path: string, body?: object) =>
    ask<Partial<Fail>>(method, path, { token: admin.token, body })
  const waiting = async () =>
    (await ask<{ data: Approval[] }>('GET', '/admin/approval/list-per-page', { token: second.token })).json.data
  const approve = async () => {
    const id = (await waiting())[0]?.id
    return ask<Partial<Fail>>('PUT', '/admin/approval/decide', { token: second.token, body: { id, approve: true } })
  }
  const stands = (level: string) => run('update users set level_id = ? where id = ?', level, member.id)
  const lowest = async () =>
    (await one<{ id: string }>('select id from levels order by requirement_blast, id limit 1')).id
  beforeEach(async () => {
    await setting('second_person_fee_above', '500')
    await stands('low')
    await run(`update approvals set status = 'refused' where status = 'waiting'`)
    await run(`delete from levels where id not in ('low', 'mid')`)
    await run(`update levels set blast_fee = 400, requirement_blast = 7 where id = 'low'`)
    await run(`update levels set blast_fee = 900, requirement_blast = 5 where id = 'mid'`)
  })
  const RISES = { of: 'lowest_fee', before: 50, after: 900 }
  test('a level above the setting, new or changed', async () => {
    const values = { name: 'Emas', blast_fee: 501, requirement_blast: 10 }
    const added = () => all(`select name, blast_fee from levels where id not in ('low', 'mid')`)
    expect((await send('POST', '/admin/level/create', values)).status).toBe(202)
    expect(await added()).toEqual([])
    expect((await approve()).status).toBe(200)
    expect(await added()).toEqual([{ name: 'Emas', blast_fee: 501 }])
    expect((await send('PUT', '/admin/level/mid', { ...values, blast_fee: 901 })).status).toBe(202)
    expect((await send('PUT', '/admin/level/mid', { ...values, blast_fee: 800 })).status).toBe(200)
  })
  test('rule second-person-limits: a raised requirement that makes a dear level the lowest waits, its price is shown, and approved is what was shown', async () => {
    await makeLevel('l0', 50, -1)
    const values = { name: 'Level l0', blast_fee: 50, requirement_blast: 6 }
    expect((await send('PUT', '/admin/level/l0', values)).status).toBe(202)
    expect(await waiting()).toMatchObject([
      { amount: 900, changes: [{ of: 'level_requirement', before: -1, after: 6 }, RISES] },
    ])
    // another one would be the lowest now
    await makeLevel('l4', 999, 1)
    expect((await approve()).json.reason).toBe('approval_moved')
    await run(`delete from levels where id = 'l4'`)
    expect([(await approve()).status, await lowest()]).toEqual([200, 'mid'])
  })
  test('several that leave the lowest level alone wait beside each other, and are approved whatever becomes of it', async () => {
    const [emas, mid] = ['Emas', 'Mid'].map((name) => ({ name, blast_fee: 950, requirement_blast: 10 }))
    await makeLevel('l0', 50, -1)
    expect((await send('POST', '/admin/level/create', emas)).status).toBe(202)
    expect((await send('PUT', '/admin/level/mid', mid)).status).toBe(202)
    expect((await send('PUT', '/admin/level/low', { name: 'Low', blast_fee: 90, requirement_blast: 1 })).status).toBe(
      200,
    )
    expect((await send('DELETE', '/admin/level/l0')).status).toBe(200)
    expect([(await approve()).status, (await approve()).status]).toEqual([200, 200])
    expect(await all('select name, blast_fee from levels order by name')).toEqual([
      { name: 'Emas', blast_fee: 950 },
      { name: 'Low', blast_fee: 90 },
      { name: 'Mid', blast_fee: 950 },
    ])
  })
  test.each([
    ['is the lowest by now', 6, 'update levels set requirement_blast = 8 where id = ?'],
    ['becomes it by the change', 1, 'update levels set requirement_blast = 3 where id = ?'],
  ])('one that was not shown to be of everybody, and %s, is not approved', async (_, requirement_blast, moves) => {
    await makeLevel('l0', 50, -1)
    expect(
      (
        await send('PUT', '/admin/level/mid', {
          name: 'Level mid',
          blast_fee: 950,
          blast_fee_again: 950,
          requirement_blast,
        })
      ).status,
    ).toBe(202)
    await run(moves, 'l0')
    expect((await approve()).json.reason).toBe('approval_moved')
    expect(await one(`select blast_fee from levels where id = 'mid'`)).toEqual({ blast_fee: 900 })
    await run(`update levels set requirement_blast = -1 where id = 'l0'`)
    expect((await approve()).status).toBe(200)
  })
  test('so does a deletion', async () => {
    await makeLevel('l0', 50, -1)
    expect((await send('DELETE', '/admin/level/l0')).status).toBe(202)
    expect(await waiting()).toMatchObject([
      { amount: 900, changes: [{ of: 'level_deleted', before: 'Level l0', after: null }, RISES] },
    ])
    expect([(await approve()).status, await lowest()]).toEqual([200, 'mid'])
  })
  test('rule level: one in use stays, whether its deletion would have waited or waits already', async () => {
    await makeLevel('l0', 50, -1)
    await stands('l0')
    const refused = await send('DELETE', '/admin/level/l0')
    expect([refused.status, refused.json.reason, await waiting()]).toEqual([409, 'level_in_use', []])
    await stands('low')
    expect((await send('DELETE', '/admin/level/l0')).status).toBe(202)
    await stands('l0')
    const late = await approve()
    expect([late.status, late.json.reason]).toEqual([409, 'level_in_use'])
    await stands('low')
    expect((await approve()).status).toBe(200)
  })
  test('rule level: one that somebody gets while it is deleted stays, and the deletion is on no record', async () => {
    await makeLevel('l9', 50, 9)
    const late = await slowCall(['DELETE', '/admin/level/l9'], { token: admin.token }, 'delete from levels', () =>
      stands('l9'),
    )
    expect([late.status, late.json.reason]).toEqual([409, 'level_in_use'])
    expect(await all(`select 1 from audit_log where target = 'l9'`)).toEqual([])
  })
  const RAISED = { name: 'Level x', blast_fee: 50, requirement_blast: 8 }
  test.each([
    ['DELETE', undefined, 'delete from levels', 'lx', 'ly'],
    ['DELETE', undefined, 'delete from levels', 'ly', 'lx'],
    ['PUT', RAISED, 'update levels', 'lx', 'ly'],
    ['PUT', RAISED, 'update levels', 'ly', 'lx'],
  ] as const)(
    'of two changes at one moment, each harmless alone, the later is judged again: %s %j',
    async (method, body, writes, first, late) => {
      await makeLevel('lx', 50, -2)
      await makeLevel('ly', 50, -1)
      const path = `/admin/level/${late}`
      const slower = await slowCall([method, path], { token: admin.token, body }, writes, async () => {
        expect((await send(method, `/admin/level/${first}`, body)).status).toBe(200)
      })
      expect([slower.status, slower.json.reason, await lowest()]).toEqual([409, 'price_moved', late])
    },
  )
})
