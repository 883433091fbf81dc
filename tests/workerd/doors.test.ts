// What the table states of a route, the door enforces by itself: these handlers do nothing but tell that they were reached.
import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import type { Rupiah, Sen } from '../../contract/ground/money.ts'
import type { Row } from '../../domain/ground/db/rows.ts'
import type { BalanceRow } from '../../domain/money/ledger/store.ts'
import type { withdraws } from '../../domain/money/withdraw/table.ts'
import { OWNERSHIPS } from '../../contract/api/call.ts'
import { API, ROUTES, type Route } from '../../contract/api/table.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { seesAll } from '../../contract/people/role-table.ts'
import type { Handler } from '../../worker/http/context.ts'
import { type AppEnv, door } from '../../worker/http/door.ts'
import { answerError } from '../../worker/http/errors.ts'
import { ORIGIN } from './support/api.ts'
import { bound } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

let owner: Person
let stranger: Person
let admin: Person
let reached: object[] = []
const probe = new Hono<AppEnv>()
const site = new Hono<AppEnv>()
site.onError((error, c) => answerError(error, c, 'probe'))
const tell = async (ask: object): Promise<never> => {
  reached.push(ask)
  throw new Refusal('internal')
}
door(probe, 'GET /admin/users/:id', tell)
door(probe, 'GET /admin/stats/daily', tell)
door(probe, 'POST /admin/withdraw/settle', tell)
door(probe, 'GET /admin/whatsapp/:id', tell)
door(probe, 'GET /admin/whatsapp/client-state/:id', tell)
door(probe, 'POST /admin/whatsapp/remove-client', tell)
door(probe, 'POST /admin/whatsapp/new-client', tell)
door(probe, 'DELETE /admin/generator/:id', tell)
door(probe, 'DELETE /admin/validator/:id', tell)
site.route('/api', probe)

beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  owner = await makePerson('staff')
  stranger = await makePerson('staff')
  admin = await makePerson('admin')
  const write = (sql: string) => bound.DB.prepare(sql).bind(owner.id).run()
  await write(`insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
    values ('acc', 'client.acc', ?, 'generator', '6281200000001', 'disconnected', 'idle', 1)`)
  await write(`insert into client_aliases values ('client.acc', 'acc', ?, 1)`)
  // one that is being linked has no account yet
  await write(`insert into client_aliases values ('client.new', 'acc-new', ?, 1)`)
  await write(`insert into number_checks (id, kind, user_id, whatsapp_id, start_number, end_number, total, interval_min,
    interval_max, created_at, updated_at) values ('job', 'generator', ?, 'acc', '6281200000001', '6281200000009', 9, 1, 2, 1, 1)`)
})
beforeEach(() => {
  reached = []
})

const ask = async (who: Person, method: string, path: string, body?: object): Promise<[number, string]> => {
  const init = {
    method,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const response = await site.request(`${ORIGIN}/api${path}`, init, bound, context)
  return [response.status, (await response.json<{ reason: string }>()).reason]
}
const REACHED = [500, 'internal']
const FORBIDDEN = [403, 'forbidden']

describe('a handler is reached by the owner, and by nobody else who may not touch their things', () => {
  const cases: [string, (who: Person) => Promise<[number, string]>, unknown, unknown][] = [
    ['user', (who) => ask(who, 'GET', `/admin/users/${owner.id}`), FORBIDDEN, REACHED],
    ['account', (who) => ask(who, 'GET', '/admin/whatsapp/client.acc'), FORBIDDEN, REACHED],
    ['client of an account', (who) => ask(who, 'GET', '/admin/whatsapp/client-state/client.acc'), FORBIDDEN, REACHED],
    ['client being linked', (who) => ask(who, 'GET', '/admin/whatsapp/client-state/client.new'), FORBIDDEN, REACHED],
    [
      'client in a body',
      (who) => ask(who, 'POST', '/admin/whatsapp/remove-client', { deviceId: 'client.new' }),
      FORBIDDEN,
      REACHED,
    ],
    [
      'newClient',
      (who) => ask(who, 'POST', '/admin/whatsapp/new-client', { deviceId: 'client.new' }),
      [403, 'clientid_taken'],
      [403, 'clientid_taken'],
    ],
    [
      'newClient, which loses the spaces around it before it is looked at',
      (who) => ask(who, 'POST', '/admin/whatsapp/new-client', { deviceId: ' client.new ' }),
      [403, 'clientid_taken'],
      [403, 'clientid_taken'],
    ],
    [
      'client with spaces around it',
      (who) => ask(who, 'POST', '/admin/whatsapp/remove-client', { deviceId: ' client.acc ' }),
      FORBIDDEN,
      REACHED,
    ],
    ['check', (who) => ask(who, 'DELETE', '/admin/generator/job'), FORBIDDEN, REACHED],
  ]
  test.each(cases)('%s', async (_name, call, asStranger, asAdmin) => {
    expect(await call(stranger)).toEqual(asStranger)
    expect(reached).toEqual([])
    expect(await call(owner)).toEqual(REACHED)
    expect(await call(admin)).toEqual(asAdmin)
  })
  test('body', async () => {
    const member = await makePerson('member')
    expect(await ask(member, 'POST', '/admin/withdraw/settle', { userId: owner.id })).toEqual(FORBIDDEN)
    expect(reached).toEqual([])
    expect(await ask(member, 'POST', '/admin/withdraw/settle', { userId: member.id })).toEqual(REACHED)
  })
  test('list: it gets whose rows it may read', async () => {
    for (const who of [stranger, admin]) await ask(who, 'GET', `/admin/stats/daily?user_id=${owner.id}`)
    expect(reached).toMatchObject([{ ownerId: stranger.id }, { ownerId: owner.id }])
  })
  test('an id that is nobody’s is not found', async () => {
    expect(await ask(admin, 'GET', '/admin/whatsapp/client-state/client.none')).toEqual([404, 'not_found'])
    expect(await ask(owner, 'DELETE', '/admin/validator/job')).toEqual([404, 'not_found'])
    expect(reached).toEqual([])
  })
})

describe('the table', () => {
  test('uses every kind of ownership', () => {
    expect(new Set(ROUTES.map(([, { own }]) => own))).toEqual(new Set(OWNERSHIPS))
  })
  test('states whose things it is about where somebody may ask who does not see all', () => {
    const silent = ROUTES.filter(
      ([route, { audience, own, roles }]) =>
        audience === 'people' && own === 'none' && route.includes(':') && !roles.every(seesAll),
    )
    expect(silent.map(([route]) => route)).toEqual([])
  })
  test('names a person in a path by the rule for persons', () => {
    const named = ROUTES.filter(([route]) => route.includes(':userId'))
    expect(new Set(named.map(([, { own }]) => own))).toEqual(new Set(['user']))
  })
})

test('rows have the unit of their columns', () => {
  expectTypeOf<BalanceRow['balanceSen']>().toEqualTypeOf<Sen>()
  expectTypeOf<Row<typeof withdraws>['nominal']>().toEqualTypeOf<Rupiah>()
})

test('a handler that answers anything but what is stated does not compile', () => {
  type Level = Handler<'GET /admin/level/:id'>
  const level = { id: 'l', name: 'Emas', blast_fee: 1, requirement_blast: 0, color: '#000', version: 'v' }
  expectTypeOf(async () => ({ ...level, level, data: level })).toExtend<Level>()
  expectTypeOf(async () => ({ ...level, level })).not.toExtend<Level>()
  expectTypeOf(async () => ({ ...level, level, data: { ...level, blast_fee: '1' } })).not.toExtend<Level>()
  // a response made by hand is for files alone
  expectTypeOf(async () => new Response()).not.toExtend<Level>()
  expectTypeOf(async () => new Response()).toExtend<Handler<'GET /admin/proxy/export'>>()
  // and it is handed what the table states
  type Asked<R extends Route> = Parameters<Handler<R>>[0]
  expectTypeOf<Asked<'POST /admin/bonus/create'>['body']>().toEqualTypeOf<{
    userId: string
    nominal: Rupiah
    reason: string
  }>()
  expectTypeOf<Asked<'GET /admin/whatsapp/:id'>>().toHaveProperty('account')
  expectTypeOf<Asked<'GET /admin/level/:id'>>().not.toHaveProperty('account')
  expectTypeOf<Asked<'GET /admin/level/:id'>>().not.toHaveProperty('env')
  expectTypeOf<Asked<'GET /health'>>().not.toHaveProperty('who')
  expect(API['GET /admin/level/:id'].sends).toBe('json')
})
