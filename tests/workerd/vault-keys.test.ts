// Keys of vaults (rule vault-keys): rows are counted by key, and after a rotation resealed by a runner, also those of accounts at rest,
// until the old key is free. Objects never open a row.
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { freeKeys, kidOf } from '../../domain/people/vault-keys/rules.ts'
import { vaultKeyUse } from '../../domain/people/vault-keys/store.ts'
import { RowMark } from '../../durable-objects/account-blast/core/row-mark.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { cron } from './support/cron.ts'
import { all, bound, db, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { FakeRunner, headers } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { inside, linkedAccount, stage } from './support/stage.ts'

const OLD = { kid: 'v1', proof: 'one' }
const NEW = { kid: 'v2', proof: 'two' }
/** As a runner seals: the key's id, then what only it can read. */
const sealed = (kid: string, text: string) => btoa(`${String.fromCharCode(kid.length)}${kid}${text.padEnd(40)}`)
const textIn = (data: string) => atob(data).slice(3).trim()
const runner = new FakeRunner('vault-keys')
beforeAll(async () => {
  await stage()
  // in a place without people the cron waits (rule restore-gate)
  await makePerson('member')
  await runner.join(100, [], { vaultKeys: [OLD] })
})
type Account = Awaited<ReturnType<typeof linkedAccount>>
const counted = ({ accountId }: Account) =>
  all<{ kid: string; rows: number }>('select kid, rows from vault_rows where account_id = ? order by kid', accountId)
const dataOf = ({ object }: Account) =>
  inside(object, ({ sql }) => [
    ...sql.exec<{ data: string }>(`select data from vault where type = 'session' order by id`).toArray(),
    ...sql
      .exec<{ data: string }>(
        `select row.value ->> 'data' as data from people_keys, json_each(people_keys.value) row order by row.value ->> 'id'`,
      )
      .toArray(),
  ]).then((rows) => rows.map(({ data }) => data))
const wipeOwn = ({ object }: Account) =>
  inside(object, ({ sql }) => void sql.exec(`delete from vault where type <> 'session' and type <> 'creds'`))
const row = (id: string, kid: string, owner: string | null) => ({ type: 'session', id, owner, data: sealed(kid, id) })

test('rule vault-keys: an account’s rows are counted by key with its link and daily, and no more once it is removed or logged out', async () => {
  await makeLender('vault-counter')
  const account = await linkedAccount(runner, 'vault-counter')
  const { object, socket } = account
  await until('the first count', async () => (await counted(account)).length > 0)
  socket.say({
    kind: 'rows',
    rows: [row('own.1', 'v1', null), row('62877.0', 'v1', '62877'), row('62877.1', 'v2', '62877')],
  })
  await until('stored', () => inside(object, ({ sql }) => sql.exec('select 1 from people_keys').toArray().length === 1))
  await fire(object, 'tidy')
  await until('the daily count', async () => (await counted(account)).some(({ kid }) => kid === 'v2'))
  expect((await counted(account)).filter(({ kid }) => kid.startsWith('v'))).toEqual([
    { kid: 'v1', rows: 2 },
    { kid: 'v2', rows: 1 },
  ])
  // WhatsApp ended the session: no link uses these keys again, and they would hold an old key for ever
  socket.say({ kind: 'closed', code: 401, detail: 'logged out', reachedWhatsapp: true, proxyFailed: false })
  await until('logged out', async () => (await documentOf(object)).base === 'loggedOut')
  await fire(object, 'tidy')
  await until('counted as nothing', async () => (await counted(account)).every(({ kid }) => kid === ''))
  expect(await counted(account)).toEqual([{ kid: '', rows: 0 }])
  await object.remove()
  expect(await counted(account)).toEqual([])
})

test('rule vault-keys: a runner that has dialled and not said hello yet ends no time for which a key was written with', async () => {
  const fleet = runnerFleet(bound)
  await until('the hello', async () => (await fleet.vaultKeys()).writing)
  await runInDurableObject(fleet, (_, { storage }) => void storage.sql.exec('update writing_key set since = 1'))
  const { webSocket } = await fleet.fetch('http://fleet/', { headers: headers('vault-keys-late', 'boot-late') })
  webSocket?.accept()
  expect(await fleet.runners()).toHaveLength(2)
  expect((await fleet.vaultKeys()).writing).toEqual({ kid: 'v1', since: 1 })
  const third = new FakeRunner('vault-keys-third')
  await third.join(100, [], { vaultKeys: [OLD] })
  await until('its hello', async () =>
    (await fleet.runners()).some(({ capacity, runnerId }) => runnerId === third.id && capacity > 0),
  )
  expect((await fleet.vaultKeys()).writing).toEqual({ kid: 'v1', since: 1 })
  webSocket?.close(1000)
  third.leave()
  await until('both are gone', async () => (await fleet.runners()).length === 1)
})

test('rule vault-keys: after a rotation the cron has idle accounts’ rows resealed; newer rows and erased people stay as they are; the old key is free a day later', async () => {
  await makeLender('vault-turner')
  const account = await linkedAccount(runner, 'vault-turner')
  const { object, socket } = account
  await wipeOwn(account)
  const people = Array.from({ length: 120 }, (_, i) => row(`${62_880_000 + i}.0`, 'v1', String(62_880_000 + i)))
  socket.say({ kind: 'rows', rows: [row('own.1', 'v1', null), row('own.2', 'v1', null), ...people] })
  await until('stored', async () => (await dataOf(account)).length === 122)
  await inside(
    object,
    ({ sql }) => void sql.exec(`update vault set data = ? where type = 'creds'`, sealed('v1', 'creds')),
  )
  await fire(object, 'tidy')
  await until('counted', async () => (await counted(account))[0]?.rows === 123)

  // while runners differ nothing is resealed: one of them still writes with the old key
  const other = new FakeRunner('vault-keys-other')
  await other.join(100, [{ accountId: 'acc-held-by-other', epoch: 1 }], { vaultKeys: [NEW, OLD] })
  await until('both are there', async () => (await runnerFleet(bound).runners()).length === 2)
  await until('the keys are said', async () => (await runnerFleet(bound).vaultKeys()).kids.length === 2)
  expect((await runnerFleet(bound).vaultKeys()).writing).toBeNull()
  await cron()
  expect((await dataOf(account)).every((data) => kidOf(data) === 'v1')).toBe(true)

  runner.leave()
  await until('one is left', async () => (await runnerFleet(bound).runners()).length === 1)
  const { writing } = await until('all write with the new key', async () => {
    const said = await runnerFleet(bound).vaultKeys()
    return said.writing ? said : undefined
  })
  expect(writing?.kid).toBe('v2')
  // with more room, but without the key that the rows are under
  const poor = new FakeRunner('vault-keys-poor')
  await poor.join(100, [], { vaultKeys: [NEW] })
  await until('its hello', async () => (await runnerFleet(bound).runners()).every(({ capacity }) => capacity > 0))
  let askedInVain = 0
  poor.reseal = () => {
    askedInVain += 1
    return []
  }
  // what changes while a runner seals: a newer row of the holder, and somebody who is erased
  let changed = false
  let asked = 0
  other.reseal = (rows) => {
    asked += 1
    if (!changed) {
      changed = true
      void object.erase('62880007')
      void inside(
        object,
        ({ sql }) => void sql.exec(`update vault set data = ? where id = 'own.2'`, sealed('v1', 'newer')),
      )
    }
    return rows.flatMap((one) =>
      textIn(one.data) === '62880009.0' ? [] : [{ ...one, data: sealed('v2', textIn(one.data)) }],
    )
  }
  await until('all that can be', async () => {
    await cron()
    const old = (await dataOf(account)).filter((data) => kidOf(data) === 'v1')
    return old.length === 1
  })
  const left = await dataOf(account)
  // each row holds what it held, under the new key; the one that no runner opens stays for anyone who has its key
  expect(left.map(textIn).toSorted()).toEqual(
    ['newer', 'own.1', ...people.map(({ id }) => id)].filter((id) => id !== '62880007.0').toSorted(),
  )
  expect(left.filter((data) => kidOf(data) === 'v1').map(textIn)).toEqual(['62880009.0'])
  await until('told', async () => (await counted(account)).find(({ kid }) => kid === 'v1')?.rows === 1)
  // it is tried once more, and then a day later
  await cron()
  const before = asked
  await cron()
  await cron()
  expect([asked, askedInVain]).toEqual([before, 0])
  await run('update vault_rows set tried_at = tried_at - ?', DAY_MS)
  await cron()
  expect(asked).toBe(before + 1)

  // counting reads the whole vault: not where nothing was done, and of many rows once the last ones are
  const recounted = vi.spyOn(RowMark.prototype, 'touchRow')
  const reseal = async () => ({ ...(await object.resealVault('v2')), recounted: recounted.mock.calls.length })
  expect(await reseal()).toEqual({ rows: 0, unreadable: 1, recounted: 0 })
  await inside(object, ({ sql }) => {
    const many = Array.from({ length: 600 }, (_, i) => `many.${i}`)
    sql.exec(
      `insert into vault (generation, type, id, data)
       select v.generation, v.type, j.value, ? from vault v, json_each(?) j where v.id = 'own.1'`,
      sealed('v1', 'many'),
      JSON.stringify(many),
    )
  })
  expect((await reseal()).recounted).toBe(0)
  expect((await reseal()).recounted).toBe(1)
  recounted.mockRestore()
  poor.leave()

  const said = await runnerFleet(bound).vaultKeys()
  const later = Date.now() + 2 * DAY_MS
  expect(freeKeys(said, await vaultKeyUse(db), later).find(({ kid }) => kid === 'v1')).toMatchObject({
    rows: 1,
    free: false,
  })
  await object.erase('62880009')
  await fire(object, 'tidy')
  await until('none is left', async () => (await counted(account)).every(({ kid }) => kid !== 'v1'))
  expect(freeKeys(said, await vaultKeyUse(db), Date.now()).find(({ kid }) => kid === 'v1')?.free).toBe(false)
  expect(freeKeys(said, await vaultKeyUse(db), later)).toMatchObject([
    { kid: 'v1', rows: 0, free: true },
    { kid: 'v2', free: false },
  ])
  other.leave()
})
