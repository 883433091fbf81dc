// The list of levels (rule level). Who has which one is in level-rules.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from './support/api.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; fields?: Record<string, string> }
let admin: Person
beforeAll(async () => {
  await makeLevel('low', 100, 0)
  await makeLevel('mid', 150, 50)
  await makePerson('member')
  admin = await makePerson('admin')
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
