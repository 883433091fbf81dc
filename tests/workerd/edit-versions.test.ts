// Every edit by two people who read the same: one is stored, the others are told what there is now (rule edit-versions).
import { beforeAll, describe, expect, test } from 'vitest'
import { EDITS } from '../support/edits.ts'
import type { EditedMeanwhile } from '../../contract/ground/versions.ts'
import { ask } from './support/api.ts'
import { checksOf, rangeBody } from './support/checks.ts'
import { all, one } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { slowCall } from './support/meanwhile.ts'
import { setting } from './support/payouts.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { linkedAccount, stage } from './support/stage.ts'

type Fail = { reason?: string; edited?: EditedMeanwhile; approval_pending?: boolean }
type Route = keyof typeof EDITS
/** One thing that is edited. body: the n-th edit, each of another value. value: that value, as the refusal shows it. */
type Thing = {
  id: string
  body: (n: number) => object
  value: (n: number) => unknown
  field: string
  /** target of its audit entries; null: a person's own choices are in none. */
  target: string | null
}
const MANY = 50
/** Nearly all go the same way: fifty each would only take time. */
const FEW = 8
const BY_MANY: readonly Route[] = ['PUT /admin/setting/update', 'PUT /admin/message/:id', 'PUT /admin/users/:id']
const runner = new FakeRunner('runner-1')
let admin: Person
let other: Person
let things: Record<string, Thing>

const send = (method: string, path: string, body?: object, who = admin) =>
  ask<Fail>(method, path, { token: who.token, ...(body ? { body } : {}) })
const made = async (path: string, body: object): Promise<Record<string, { id: string | number }>> => {
  const { status, json } = await ask<Record<string, { id: string }>>('POST', path, { token: admin.token, body })
  expect([path, status]).toEqual([path, 200])
  return json
}
const at = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], answer)

/** As the answer of the stated call has it. */
const versionOf = async (route: Route, { id }: Thing): Promise<string> => {
  const edit = EDITS[route]
  if (!('reads' in edit)) throw new Error(`${route} has no version`)
  const ofPerson = route === 'PUT /admin/whatsapp/interval' ? admin.id : id
  const { json } = await ask('GET', edit.reads.slice('GET '.length).replace(':id', ofPerson), { token: admin.token })
  return String(at(json, edit.at))
}
const editOf = (route: Route, { id, body }: Thing) => {
  const [method = '', path = ''] = route.replace(':id', id).split(' ')
  return {
    address: [method, path] as [string, string],
    put: (n: number, version?: string, who = admin) =>
      send(method, path, { ...body(n), ...(version === undefined ? {} : { version }) }, who),
  }
}
const lastEntry = ({ target }: Thing) =>
  one<{ after: string }>('select after from audit_log where target = ? order by id desc limit 1', target)

const PUTS = Object.entries(EDITS).flatMap(([route, edit]) =>
  route.startsWith('PUT ') && 'reads' in edit ? [route as Route] : [],
)

beforeAll(async () => {
  await stage()
  await makeLevel('low', 100, 0)
  await runner.join()
  admin = await makePerson('admin')
  other = await makePerson('admin')
  const member = await makePerson('member')
  const stopped = await makePerson('member')
  const { accountId } = await linkedAccount(runner, admin.id)
  const checked = await linkedAccount(runner, admin.id, 'generator')
  const level = await made('/admin/level/create', { name: 'Awal', blast_fee: 110, requirement_blast: 10 })
  const template = await made('/admin/message/create', { name: 'Awal', text: 'Halo' })
  const phone = await made('/admin/phonenumber/save', { number: '6281234567890', name: 'Awal' })
  const proxy = await made('/admin/proxy/save', { value: 'http://u:rahasia@awal.test:80' })
  const generator = await checksOf('generator', admin).create({ ...rangeBody(0, 10), whatsapp_id: checked.accountId })
  const validator = await checksOf('validator', admin).upload(checked.accountId, 'a.csv', 'nomor\n081300000001')
  const rule = { join: 'and', not: false, of: [] }
  const segment = await made('/admin/segment/create', { name: 'Awal', rule })
  await made('/admin/message/create', { name: 'Kampanye', text: 'Halo', status: 'active' })
  const [live] = await all<{ id: string }>(`select id from templates where name = 'Kampanye'`)
  const templates = [{ id: live?.id, weight: 1 }]
  const campaign = await made('/admin/campaign/create', { name: 'Awal', templates })
  const idOf = (thing: { id: string | number } | undefined): string => String(thing?.id)
  const interval = (n: number) => ({
    whatsapp_id: checked.accountId,
    b_insert: 0,
    interval_min: 1,
    interval_max: 5 + n,
  })
  const WAYS = ['in_app', 'push', 'digest'] as const
  const ways = (bits: number) => Object.fromEntries(WAYS.map((way, i) => [way, (bits & (1 << i)) > 0]))
  const choices = (n: number) => ({ account_out: ways(n % 8), office_approval: ways(Math.floor(n / 8)) })
  const byName = (id: string, more: object = {}): Thing => ({
    id,
    body: (n) => ({ name: `Nama ${n}`, ...more }),
    value: (n) => `Nama ${n}`,
    field: 'name',
    target: id,
  })
  const check = (id: string): Thing => ({ id, body: interval, value: (n) => 5 + n, field: 'interval_max', target: id })
  things = {
    'PUT /admin/setting/update': {
      id: '',
      body: (n) => ({ info: `Info ${n}` }),
      value: (n) => `Info ${n}`,
      field: 'info',
      target: 'settings',
    },
    'PUT /admin/level/:id': byName(idOf(level['level']), { blast_fee: 110, requirement_blast: 10 }),
    'PUT /admin/message/:id': byName(idOf(template['message']), { text: 'Halo' }),
    'PUT /admin/users/:id': {
      id: member.id,
      body: (n) => ({ blast_interval_max: 20 + n }),
      value: (n) => String(20 + n),
      field: 'blast_interval_max',
      target: member.id,
    },
    'PUT /admin/whatsapp/interval': {
      id: accountId,
      body: (n) => ({ id: accountId, blast_interval_min: 1, blast_interval_max: 20 + n }),
      value: (n) => String(20 + n),
      field: 'blast_interval_max',
      target: admin.id,
    },
    'PUT /admin/users/:id/status': {
      id: stopped.id,
      body: (n) => ({ status: 'paused', reason: `Alasan ${n}` }),
      value: (n) => expect.objectContaining({ reason: `Alasan ${n}` }),
      field: 'stopped',
      target: stopped.id,
    },
    'PUT /admin/phonenumber/:id': byName(idOf(phone['phonenumber'])),
    'PUT /admin/proxy/:id': {
      id: idOf(proxy['proxy']),
      body: (n) => ({ value: `http://u:rahasia@n${n}.test:80` }),
      value: (n) => `http://u:rahasia@n${n}.test:80`,
      field: 'value',
      target: idOf(proxy['proxy']),
    },
    'PUT /admin/campaign/:id': byName(idOf(campaign['campaign']), { templates }),
    'PUT /admin/segment/:id': byName(idOf(segment['segment']), { rule }),
    'PUT /admin/generator/:id': check(generator.json.data.id),
    'PUT /admin/validator/:id': check(validator.json.data.id),
    'PUT /admin/sending-pause': {
      id: '',
      body: (n) => ({ paused: true, reason: `Alasan ${n}` }),
      value: (n) => expect.objectContaining({ reason: `Alasan ${n}` }),
      field: 'paused',
      target: 'sending',
    },
    'PUT /admin/notice/settings': {
      id: '',
      body: (n) => ({ choices: choices(n), details: false }),
      value: choices,
      field: 'choices',
      target: null,
    },
  }
})
const thingOf = (route: Route): Thing => {
  const thing = things[route]
  if (!thing) throw new Error(`nothing to edit by ${route}`)
  return thing
}

describe.each(PUTS)('rule edit-versions: %s', (route) => {
  test('of many that read the same one is stored, and the others read what it wrote', async () => {
    const thing = thingOf(route)
    const { put } = editOf(route, thing)
    const version = await versionOf(route, thing)
    const length = BY_MANY.includes(route) ? MANY : FEW
    const answers = await Promise.all(Array.from({ length }, (_, n) => put(n, version)))
    const won = answers.findIndex(({ status }) => status === 200)
    const lost = answers.filter((_, n) => n !== won)
    expect(new Set(lost.map(({ status, json }) => `${status} ${json.reason ?? ''}`))).toEqual(
      new Set(['409 edited_meanwhile']),
    )
    const now = await versionOf(route, thing)
    for (const { json } of lost)
      expect(json.edited).toMatchObject({ version: now, values: { [thing.field]: thing.value(won) } })
    expect((await put(MANY, lost[0]?.json.edited?.version)).status).toBe(200)
  })

  test('what is written between its check and its write is not lost', async () => {
    const thing = thingOf(route)
    const { put, address } = editOf(route, thing)
    const body = { ...thing.body(51), version: await versionOf(route, thing) }
    const entries = async () => (await all('select 1 from audit_log where target = ?', thing.target)).length
    const before = await entries()
    const slow = await slowCall(address, { token: admin.token, body }, 'refusal:edited', () => put(52))
    expect([slow.status, slow.json.reason]).toEqual([409, 'edited_meanwhile'])
    expect((slow.json as Fail).edited?.values[thing.field]).toEqual(thing.value(52))
    expect(await entries()).toBe(before + (thing.target === null ? 0 : 1))
  })

  test('without a version it is stored as always, and the log says so', async () => {
    const thing = thingOf(route)
    const { put } = editOf(route, thing)
    for (const version of [undefined, '']) {
      expect((await put(version === '' ? 54 : 53, version)).status).toBe(200)
      if (thing.target !== null) expect(JSON.parse((await lastEntry(thing)).after)).toMatchObject({ unversioned: true })
    }
    expect((await put(55, await versionOf(route, thing))).status).toBe(200)
    if (thing.target !== null) expect((await lastEntry(thing)).after).not.toMatch(/version/)
  })
})

describe('rule edit-versions: the refusal', () => {
  test('says by whom and when, as the log has it, and shows no password and no address of others', async () => {
    const route = 'PUT /admin/users/:id'
    const thing = thingOf(route)
    const { put } = editOf(route, thing)
    const version = await versionOf(route, thing)
    expect((await put(60, version, other)).status).toBe(200)
    const { json } = await put(61, version)
    const [by] = await all<{ name: string; at: number }>(
      `select trim(u.firstname || ' ' || u.lastname) as name, a.at
       from audit_log a join users u on u.id = a.actor_id order by a.id desc limit 1`,
    )
    expect(json.edited?.by).toEqual({ blast_interval_max: { name: by?.name, at: new Date(by?.at ?? 0).toISOString() } })
    expect(Object.keys(json.edited?.values ?? {})).not.toContain('password_hash')
  })
  test('names nobody for what a machine or the member wrote since', async () => {
    const route = 'PUT /admin/users/:id'
    const thing = thingOf(route)
    const { put } = editOf(route, thing)
    const version = await versionOf(route, thing)
    await put(62, version, other)
    await all('update users set blast_interval_max = 500 where id = ?', thing.id)
    const { json } = await put(63, version)
    expect(json.edited).toMatchObject({ values: { blast_interval_max: '500' }, by: {} })
  })
  test('shows a member the time, and no name of the office', async () => {
    const member = await makePerson('member')
    const read = await ask<{ user: { version: string } }>('GET', `/admin/users/${member.id}`, { token: member.token })
    const path = `/admin/users/${member.id}`
    await send('PUT', path, { blast_interval_max: 40 })
    const { json } = await send('PUT', path, { blast_interval_max: 50, version: read.json.user.version }, member)
    expect(json.edited?.by['blast_interval_max']).toEqual({ name: null, at: expect.any(String) })
  })
  test('a proxy that an account takes meanwhile is no edit', async () => {
    const thing = thingOf('PUT /admin/proxy/:id')
    const version = await versionOf('PUT /admin/proxy/:id', thing)
    await all("update proxies set status = 'in use', leased_by = 'a' where id = ?", thing.id)
    expect((await editOf('PUT /admin/proxy/:id', thing).put(64, version)).status).toBe(200)
  })
  test('values again as they were read are what was read', async () => {
    const thing = thingOf('PUT /admin/level/:id')
    const { put } = editOf('PUT /admin/level/:id', thing)
    await put(65)
    const version = await versionOf('PUT /admin/level/:id', thing)
    await put(66)
    await put(65)
    expect((await put(67, version)).status).toBe(200)
  })
})

test('rule edit-versions: a setting of a stale edit is not asked of a second person either', async () => {
  await setting('second_person_above', '1000')
  const read = await ask<{ version: string }>('GET', '/admin/setting/get', { token: admin.token })
  const body = { second_person_above: 0, info: 'Sudah basi', version: read.json.version }
  const slow = await slowCall(['PUT', '/admin/setting/update'], { token: admin.token, body }, 'refusal:edited', () =>
    send('PUT', '/admin/setting/update', { info: 'Baru' }, other),
  )
  expect([slow.status, slow.json.reason]).toEqual([409, 'edited_meanwhile'])
  expect(await all("select 1 from approvals where kind = 'setting'")).toEqual([])
  const again = { ...body, info: 'Segar', version: (slow.json as Fail).edited?.version }
  expect((await send('PUT', '/admin/setting/update', again)).json.approval_pending).toBe(true)
})

test.each(['/admin/level/', '/admin/message/'])(
  'rule edit-versions: %s is not deleted as something that nobody saw',
  async (path) => {
    const route: Route = path === '/admin/level/' ? 'PUT /admin/level/:id' : 'PUT /admin/message/:id'
    const thing = thingOf(route)
    const version = await versionOf(route, thing)
    await editOf(route, thing).put(70)
    const stale = await send('DELETE', `${path}${thing.id}?version=${version}`)
    expect([stale.status, stale.json.reason]).toEqual([409, 'edited_meanwhile'])
    const fresh = await versionOf(route, thing)
    const raced = await slowCall(
      ['DELETE', `${path}${thing.id}?version=${fresh}`],
      { token: admin.token },
      'refusal:edited',
      () => editOf(route, thing).put(71),
    )
    expect([raced.status, raced.json.reason]).toEqual([409, 'edited_meanwhile'])
    const last = await send('DELETE', `${path}${thing.id}?version=${await versionOf(route, thing)}`)
    expect(last.status).toBe(200)
  },
)
