// Runners that come with a wrong VAULT_KEYS (rule runner-keys): no account is given to them, which is told and seen, and with the right key
// all are back by themselves.
import { beforeAll, expect, test } from 'vitest'
import { SESSION_UNREADABLE } from '../../contract/operation/runner.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import {
  beginReconnect,
  endPortion,
  nextToReconnect,
  readGivenUp,
} from '../../domain/sending/whatsapp/reconnect-store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { readReadiness } from '../../worker/health.ts'
import { ask } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { inside, linkedAccount, linkRequest, stage } from './support/stage.ts'

/** As a runner seals: the key's id, then what only it can read. */
const sealed = (kid: string, text: string) => btoa(`${String.fromCharCode(kid.length)}${kid}${text.padEnd(40)}`)
const textIn = (data: string) => atob(data).slice(3).trim()
beforeAll(async () => {
  await stage()
  // in a place without people nothing is told (rule restore-gate)
  await makePerson('member')
})
type Account = Awaited<ReturnType<typeof linkedAccount>>
const counted = ({ accountId }: Account) =>
  all<{ kid: string }>('select kid from vault_rows where account_id = ?', accountId)

const KEY = { kid: 'v3', proof: 'right' }
test.each([
  ['another key under its name', { kid: 'v3', proof: 'wrong' }],
  ['a key of another name', { kid: 'v9', proof: 'wrong' }],
])(
  'rule runner-keys: runners with %s get no account that needs it, which is told at once; with the right key all come back by themselves',
  async (_what, wrong) => {
    await run(`delete from vault_rows`)
    await run(`update whatsapp set removed_at = 1`)
    await run(`delete from troubles`)
    const right = new FakeRunner(`right-${wrong.kid}`)
    await right.join(100, [], { vaultKeys: [KEY] })
    const accounts: Account[] = []
    for (const name of ['a', 'b']) {
      await makeLender(`keyless-${wrong.kid}-${name}`)
      const account = await linkedAccount(right, `keyless-${wrong.kid}-${name}`)
      await inside(
        account.object,
        ({ sql }) => void sql.exec(`update vault set data = ? where type = 'creds'`, sealed('v3', 'creds')),
      )
      await fire(account.object, 'tidy')
      await until('counted', async () => (await counted(account)).some(({ kid }) => kid === 'v3'))
      accounts.push(account)
    }
    const used = { opened: [], sealed: ['v3'] }
    right.send(JSON.stringify({ kind: 'heartbeat', accounts: 2, rssMb: 1, lagMs: 1, vaultUse: used }))
    const open = () =>
      all<{ subject: string; figures: string }>(
        `select subject, figures from troubles where kind = 'vault_key_missing' and ended_at is null and told_at is not null`,
      )
    const sessions = async () => (await readReadiness({ ...bound }, Date.now())).parts.sessions
    expect([await sessions(), await open()]).toEqual(['ready', []])

    // the runners start again, all with the wrong key
    const bad = new FakeRunner(`wrong-${wrong.kid}`)
    await bad.join(100, [], { vaultKeys: [wrong] })
    right.leave()
    await until('one is left', async () => (await runnerFleet(bound).runners()).length === 1)
    const [trouble] = await until('told', async () => ((await open()).length > 0 ? open() : undefined))
    expect(trouble?.subject).toBe('v3')
    expect(JSON.parse(trouble?.figures ?? '')).toMatchObject({ accounts: 2, runners: 1 })
    for (const { object, socket } of accounts) {
      socket.say({ kind: 'closed', code: 0, detail: 'handed back', reachedWhatsapp: true, proxyFailed: false })
      await until('asked in vain', async () => (await documentOf(object)).placeTries > 0)
      for (let tries = 0; tries < 9; tries++) await fire(object, 'place')
    }
    await until('all rows say so', async () => {
      const states = await all<{ state: string }>(
        'select state from whatsapp where id in (?, ?)',
        ...accounts.map(({ accountId }) => accountId),
      )
      return states.length === 2 && states.every(({ state }) => state === 'reconnecting')
    })
    expect([await sessions(), bad.opens]).toEqual(['not_ready', []])

    // the key is back: nobody presses anything, and nobody scans
    const back = new FakeRunner(`back-${wrong.kid}`)
    await back.join(100, [], { vaultKeys: [KEY] })
    bad.leave()
    await until('both were heard', async () => (await runnerFleet(bound).runners())[0]?.capacity === 100)
    for (const { object, accountId, epoch, me } of accounts) {
      await fire(object, 'place')
      const { socket } = await back.take(accountId, epoch)
      socket.say({ kind: 'hello', connection: 'none', me: null })
      const login = await until('a login with its own rows', () => socket.commands.find((c) => c.kind === 'connect'))
      expect(login.rows.map(({ data }) => textIn(data ?? ''))).toEqual(['creds'])
      socket.say({ kind: 'open', me })
      await until('connected', async () => (await object.snapshot())?.state === 'connected')
    }
    const opens = back.opens.map((one) => (one.kind === 'open' ? one.accountId : one.kind))
    expect(opens).toEqual(accounts.map(({ accountId }) => accountId))
    await until('the rows say so', async () => (await sessions()) === 'ready')
    const last = new FakeRunner(`last-${wrong.kid}`)
    await last.join(100, [], { vaultKeys: [KEY] })
    await until('over', async () => (await open()).length === 0)
    for (const { object } of accounts) await object.remove()
    for (const one of [back, last]) one.leave()
    await until('all have left', async () => (await runnerFleet(bound).runners()).length === 0)
  },
)

test('rule runner-keys: who links an account whose key no runner has pairs again, and its rows stay until that is done', async () => {
  const right = new FakeRunner('pair-right')
  await right.join(100, [], { vaultKeys: [KEY] })
  await makeLender('keyless-pair')
  const { object, accountId, socket, epoch } = await linkedAccount(right, 'keyless-pair')
  const rowsKept = () =>
    inside(object, ({ sql }) => sql.exec<{ data: string }>(`select data from vault where type = 'creds'`).toArray())
  await inside(object, ({ sql }) => void sql.exec(`update vault set data = ?`, sealed('v3', 'creds')))
  const before = await rowsKept()
  const other = new FakeRunner('pair-other')
  await other.join(100, [], { vaultKeys: [{ kid: 'v9', proof: 'new' }] })
  right.leave()
  await until('one is left', async () => (await runnerFleet(bound).runners()).length === 1)
  socket.say({ kind: 'closed', code: 0, detail: 'handed back', reachedWhatsapp: true, proxyFailed: false })
  await until('asked in vain', async () => (await documentOf(object)).placeTries > 0)
  expect(other.opens).toEqual([])
  const begun = await object.beginLink(linkRequest(accountId, 'keyless-pair'))
  expect(begun.ok).toBe(true)
  const { socket: paired } = await other.take(accountId, epoch)
  paired.say({ kind: 'hello', connection: 'none', me: null })
  await until('a new pairing', () => paired.commands.some((c) => c.kind === 'link'))
  expect(await rowsKept()).toEqual(before)
  other.leave()
})

test('rule runner-keys: a session that one runner cannot read is tried on another', async () => {
  const [one, two] = [new FakeRunner('reads-not'), new FakeRunner('reads')]
  await one.join()
  await makeLender('keyless-moved')
  const { object, accountId, socket, epoch, me } = await linkedAccount(one, 'keyless-moved')
  // of an older version: they do not say their keys
  await two.join(
    100,
    Array.from({ length: 50 }, (_, i) => ({ accountId: `held-${i}`, epoch: 1 })),
  )
  await until('both', async () => (await runnerFleet(bound).runners()).filter((r) => r.capacity === 100).length === 2)
  socket.say({ kind: 'closed', code: SESSION_UNREADABLE, detail: 'no key', reachedWhatsapp: false, proxyFailed: false })
  await until('let go', () => one.opens.find(({ kind }) => kind === 'close'))
  await fire(object, 'reconnect')
  const taken = await two.take(accountId, epoch)
  taken.socket.say({ kind: 'hello', connection: 'none', me: null })
  await until('a login', () => taken.socket.commands.some((c) => c.kind === 'connect'))
  taken.socket.say({ kind: 'open', me })
  await until('connected', async () => (await object.snapshot())?.state === 'connected')
  expect((await documentOf(object)).unreadableOn).toBeUndefined()
  for (const runner of [one, two]) runner.leave()
})

test('rule reconnect-all: accounts that gave up try their stored sessions again, once however many admins press, and no other account does', async () => {
  const [admin, other, member] = [await makePerson('admin'), await makePerson('admin'), await makePerson('member')]
  const runner = new FakeRunner('again')
  await runner.join()
  await makeLender('again')
  const [down, out] = [await linkedAccount(runner, 'again'), await linkedAccount(runner, 'again')]
  for (let tries = 0; tries < 21; tries++)
    down.socket.say({ kind: 'closed', code: 503, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
  out.socket.say({ kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
  const stateOf = async ({ accountId }: Account) =>
    (await all<{ state: string }>('select state from whatsapp where id = ?', accountId))[0]?.state
  await until('given up', async () => (await stateOf(down)) === 'disconnected')
  await until('logged out', async () => (await stateOf(out)) === 'loggedOut')
  // a Worker that died before it asked: the cron finds what is left to do
  await runBatch(db, [beginReconnect(db)])
  const press = (who: typeof admin) => ask<{ waiting: number }>('POST', '/admin/whatsapp/reconnect-all', who)
  expect((await press(member)).status).toBe(403)
  const presses = await Promise.all([press(admin), press(other), press(admin)])
  // the later ones may find that it tries already
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(Math.max(...presses.map(({ json }) => json.waiting))).toBe(1)
  const { socket } = await runner.take(down.accountId, down.epoch)
  socket.say({ kind: 'hello', connection: 'none', me: null })
  await until('a login', () => socket.commands.some((c) => c.kind === 'connect'))
  socket.say({ kind: 'open', me: down.me })
  await until('connected', async () => (await stateOf(down)) === 'connected')
  await until('all were asked', async () => !(await readGivenUp(db)).areAsked)
  expect(await readGivenUp(db)).toEqual({ accounts: 0, areAsked: false })
  expect([await down.object.reconnect(), await out.object.reconnect()]).toEqual([false, false])
  expect(runner.opens.filter((one) => one.kind === 'open' && one.epoch > 1).map((one) => one.accountId)).toEqual([
    down.accountId,
  ])
  const entries = await all<{ n: number }>(`select count(*) as n from audit_log where action = 'whatsapp.reconnect'`)
  expect(entries).toEqual([{ n: 3 }])
  runner.leave()
})
test('rule reconnect-all: the accounts are asked in portions, and who died in between begins the last one again', async () => {
  const ids = ['r1', 'r2', 'r3', 'r4', 'r5']
  for (const id of ids)
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at) values (?1, ?1, 'u', 'blast', 'disconnected', 'idle', 1)`,
      id,
    )
  expect(await nextToReconnect(db, 2)).toBeNull()
  await runBatch(db, [beginReconnect(db)])
  const next = async () => (await nextToReconnect(db, 2)) ?? { after: '', ids: [] }
  const first = await next()
  expect([first, await next()]).toEqual([{ after: '', ids: ['r1', 'r2'] }, first])
  await endPortion(db, first, 2)
  // a second press does not start over, and a late end of the first portion moves nothing
  await runBatch(db, [beginReconnect(db)])
  await endPortion(db, first, 2)
  const second = await next()
  expect(second).toEqual({ after: 'r2', ids: ['r3', 'r4'] })
  await endPortion(db, second, 2)
  expect(await readGivenUp(db)).toEqual({ accounts: 5, areAsked: true })
  await endPortion(db, await next(), 2)
  expect([await nextToReconnect(db, 2), await readGivenUp(db)]).toEqual([null, { accounts: 5, areAsked: false }])
  await run(`delete from whatsapp where user_id = 'u'`)
})
