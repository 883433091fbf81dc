// Nobody makes themselves the only one who may decide by tying the others to the member.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from './support/api.ts'
import { all, run } from './support/database.ts'
import { type Fail, request } from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'
import {
  changeBank,
  link,
  makeNamedOffice,
  makePeople,
  numberOfMember,
  onOneDevice,
  people,
  put,
  signedIn,
} from './support/ties.ts'

beforeAll(makeNamedOffice)
beforeEach(makePeople)

const wait = (id: string, who = people.decider) =>
  ask<Fail>('POST', '/admin/withdraw/wait', { token: who.token, body: { id } })

describe('rule decider-wait:', () => {
  test('who ties the others to the member by what they give is not alone by that', async () => {
    const gives: readonly [string, (to: Person) => Promise<unknown>][] = [
      ['a link', (to) => link(people.decider, to)],
      [
        'the member’s account',
        async (to) => put(to.id, { account_number: (await numberOfMember()).n }, people.decider),
      ],
      [
        'a link, and signs in as them',
        async (to) => {
          await link(people.decider, to)
          await signedIn(to, { device: people.member.id.slice(0, 16) })
        },
      ],
    ]
    for (const [gift, give] of gives) {
      await makePeople()
      await signedIn(people.member, { device: people.member.id.slice(0, 16) })
      await changeBank()
      const id = await request(people.member)
      const team = `select id from users where role in ('admin', 'dev', 'staff') and status = 'active' and id <> ?`
      for (const one of await all<Person>(team, people.decider.id)) await give(one)
      expect([gift, (await wait(id)).json.reason]).toEqual([gift, 'decider_tied'])
    }
  })
  test('nor who ties to the member somebody who could act as them', async () => {
    const but = await makePerson('admin')
    await onOneDevice(people.member, but, people.decider)
    // this one gave the opener their role, and could so act as the member to whom the opener gave something
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, after, request_id) values (?, ?, 'admin', 'user.update', ?, '{"role":"admin"}', 'r')`,
      Date.now(),
      but.id,
      people.decider.id,
    )
    await changeBank()
    const id = await request(people.member)
    expect((await wait(id)).json.reason).toBe('decider_tied')
    // whom the opener’s own acts do not free may open one
    expect((await wait(id, but)).status).toBe(200)
  })
})
