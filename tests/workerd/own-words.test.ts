// What people say in words of their own (rule own-words), and what a snooze holds (rule snooze): real object, real D1; the runner's side is
// the test's.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/ground/time.ts'
import { DOUBT_QUESTION, OPT_OUT_ANSWER } from '../../contract/sending/account-texts.ts'
import { optOutToken, readOptOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { endSnoozes, matchFlags } from '../../domain/recipients/suppressions/snooze-store.ts'
import { eraseFromOptOuts } from '../../durable-objects/account-blast/tables/opt-outs-store.ts'
import { until } from '../../scripts/drive/until.ts'
import { linkRing } from '../../worker/env.ts'
import { ask } from './support/api.ts'
import { cron } from './support/cron.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-1')
let serial = 0
beforeAll(async () => {
  await stage()
  await runner.join()
})
beforeEach(async () => {
  await run('delete from phone_numbers')
  await run('delete from snoozes')
})

type Stage = Awaited<ReturnType<typeof linkedAccount>> & { first: string; second: string }
/** An account that has written to the first of two people. */
const written = async (from: number): Promise<Stage> => {
  const [first = '', second = ''] = await numbers(from, 2)
  const account = await linkedAccount(runner, (await makeLender(`own-words-${++serial}`, null)).id)
  await account.object.start()
  await until('send', () => account.socket.sends()[0])
  account.socket.say(acked(account.socket, 0))
  await until('the next', () => account.socket.sends()[1])
  return { ...account, first, second }
}
let message = 0
const says = ({ socket }: Stage, number: string, text: string, means: 'stop' | 'doubt' | null = null): void =>
  socket.say({ kind: 'inbound', items: [{ id: `m${++message}`, number, lid: null, text, means, at: Date.now() }] })
const flag = async (number: string): Promise<number> =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s
const held = async (number: string): Promise<number> =>
  (await one<{ u: number }>('select in_use as u from phone_numbers where number = ?', number)).u
const becomes = (number: string, wanted: number): Promise<unknown> =>
  until(`${number} is ${wanted}`, async () => (await flag(number)) === wanted)
const eventsOf = async (number: string): Promise<string[]> =>
  (await all<{ event: string }>('select event from consent_history where number = ? order by id', number)).map(
    (row) => row.event,
  )
const told = ({ socket }: Stage, number: string): (string | null | undefined)[] =>
  socket
    .sends()
    .filter((sent) => sent.number === number && sent.attemptId.startsWith('opt-out:'))
    .map((sent) => sent.content.text)

describe('rule info-answer: INFO', () => {
  test('brings the link to their own page once a day, and to nobody whom the account has not written to', async () => {
    const it = await written(300)
    const friend = '6281399900009'
    says(it, friend, 'info')
    says(it, it.first, 'Info.')
    await until('answered', () => told(it, it.first).length === 1)
    const [, token = ''] = /\/opt-out\?token=(\S+)$/.exec(told(it, it.first)[0] ?? '') ?? []
    expect(await readOptOutToken(linkRing(bound), token)).toBe(it.first)
    says(it, it.first, 'INFO')
    says(it, it.first, 'info dong kak, tokonya buka jam berapa')
    // what comes after them is heard after them
    says(it, it.first, 'BERHENTI')
    await until('the stop is answered', () => told(it, it.first).length === 2)
    says(it, it.first, 'INFO')
    says(it, it.second, 'STOP')
    await until('heard', () => told(it, it.second).length === 1)
    expect([told(it, it.first), told(it, friend)]).toEqual([[expect.any(String), OPT_OUT_ANSWER], []])
    expect(await flag(it.first)).toBe(1)
  })
  test('is answered again a day later, and sooner where the first answer did not get away', async () => {
    const it = await written(320)
    const asked = (at: number, answered: 0 | 1) =>
      inside(it.object, ({ sql }) => {
        sql.exec('insert or replace into infos (number, at, answered) values (?, ?, ?)', it.first, at, answered)
      })
    await asked(Date.now() - DAY_MS - 1_000, 1)
    says(it, it.first, 'INFO')
    await until('answered', () => told(it, it.first).length === 1)
    await asked(Date.now() - 2 * HOUR_MS, 0)
    says(it, it.first, 'INFO')
    await until('answered again', () => told(it, it.first).length === 2)
  })
  test('by an id alone is answered once the message’s own receipt says whose it is, and forgotten with its person', async () => {
    const [first = '', second = ''] = await numbers(360, 2)
    const account = await linkedAccount(runner, (await makeLender(`own-words-${++serial}`, null)).id)
    const { socket } = account
    await account.object.start()
    await until('send', () => socket.sends()[0])
    for (const lid of ['7301', '7302', '7303'])
      socket.say({
        kind: 'inbound',
        items: [{ id: `i${lid}`, number: null, lid, text: 'INFO', means: null, at: Date.now() }],
      })
    const it = { ...account, first, second }
    socket.say({ ...acked(socket, 0), lid: '7301' })
    await until('answered', () => told(it, first).length === 1)
    expect(told(it, first)[0]).toContain('/opt-out?token=')
    const waiting = () =>
      inside(it.object, ({ sql }) => sql.exec('select number from infos where answered = 0').toArray())
    expect(await waiting()).toEqual([{ number: 'lid:7302' }, { number: 'lid:7303' }])
    // whose number is learned more than an hour later does not wait any more
    await inside(it.object, ({ sql }) => sql.exec(`update infos set at = at - ${HOUR_MS} where number = 'lid:7303'`))
    await until('the next', () => socket.sends().find((sent) => sent.number === second))
    socket.say({ kind: 'inbound', items: [{ id: 'l', number: second, lid: '7303', text: 'Halo', at: Date.now() }] })
    await until('named', async () => (await waiting()).some(({ number }) => number === second))
    says(it, first, 'BERHENTI')
    await until('all was looked at', () => told(it, first).length === 2)
    expect(told(it, second)).toEqual([])
    await inside(it.object, ({ sql }) => eraseFromOptOuts(sql, second, ['7302']))
    expect(await waiting()).toEqual([])
  })
  test('brings nothing to somebody who has stopped elsewhere', async () => {
    const it = await written(340)
    const token = await optOutToken(linkRing(bound), it.first)
    expect((await ask('POST', '/public/opt-out', { body: { token } })).status).toBe(200)
    says(it, it.first, 'INFO')
    await until('heard', () =>
      inside(it.object, ({ sql }) => sql.exec('select 1 from infos where answered = 1').toArray().length === 1),
    )
    expect(told(it, it.first)).toEqual([])
  })
})

describe('rule own-words: a reply', () => {
  test('in their own words stops whom the account has written to, and is answered', async () => {
    const it = await written(0)
    says(it, it.first, 'Stop dong kak, jangan kirim lagi')
    await becomes(it.first, 1)
    await until('answered', () => told(it, it.first).length === 1)
    expect(told(it, it.first)).toEqual([OPT_OUT_ANSWER])
    expect(await all('select via from suppressions where number = ?', it.first)).toEqual([{ via: 'reply' }])
  })
  test('of a friend of the member, whom nobody has written to, means nothing; their STOP does', async () => {
    const it = await written(10)
    const friend = '6281399900001'
    says(it, friend, 'stop dulu ya, macet')
    says(it, friend, '', 'doubt')
    says(it, friend, 'STOP')
    await until('the stop', async () => (await all('select via from suppressions where number = ?', friend)).length > 0)
    await until('answered', () => told(it, friend).length > 0)
    expect(told(it, friend)).toEqual([OPT_OUT_ANSWER])
    expect(await all('select 1 from snoozes')).toEqual([])
  })
  test('that is long snoozes for a day, asks once, and gets nothing from any other account', async () => {
    const it = await written(20)
    const now = Date.now()
    says(it, it.first, '', 'doubt')
    await becomes(it.first, 2)
    await until('asked', () => told(it, it.first).length === 1)
    expect(told(it, it.first)).toEqual([DOUBT_QUESTION])
    const { until: over } = await one<{ until: number }>('select until from snoozes where number = ?', it.first)
    expect(over).toBeGreaterThanOrEqual(now + DAY_MS)
    // said again, the day begins again, and nobody is asked twice
    says(it, it.first, 'maaf ya kak saya sudah tidak mau dikirimi pesan lagi')
    await until('longer', async () => (await one<{ until: number }>('select until from snoozes')).until > over)
    await run('update snoozes set created_at = created_at - ?', DAY_MS)
    says(it, it.first, 'kak kenapa masih dikirimi terus padahal sudah bilang berhenti')
    await until('another day', async () => (await eventsOf(it.first)).length === 2)
    expect(told(it, it.first)).toHaveLength(1)
    expect(await eventsOf(it.first)).toEqual(['snoozed', 'snoozed'])
    // the answer to the question is a stop
    says(it, it.first, 'Berhenti')
    await becomes(it.first, 1)
    await until('answered', () => told(it, it.first).length === 2)
    expect(told(it, it.first)[1]).toBe(OPT_OUT_ANSWER)
  })
  test('of somebody who has stopped elsewhere is not answered, and begins nothing', async () => {
    const it = await written(40)
    const token = await optOutToken(linkRing(bound), it.first)
    expect((await ask('POST', '/public/opt-out', { body: { token } })).status).toBe(200)
    says(it, it.first, '', 'doubt')
    await until('heard', () =>
      inside(
        it.object,
        ({ sql }) => sql.exec('select 1 from doubts where snoozed = 1 and asked = 1').toArray().length === 1,
      ),
    )
    expect(told(it, it.first)).toEqual([])
    expect(await all('select 1 from snoozes')).toEqual([])
    expect(await eventsOf(it.first)).toEqual(['opt_out'])
  })
  test('rule lift: MULAI ends a snooze that began before it, none that began later, and no stop', async () => {
    const it = await written(45)
    says(it, it.first, '', 'doubt')
    await becomes(it.first, 2)
    await run('update snoozes set created_at = created_at + ?', DAY_MS)
    says(it, it.first, 'MULAI')
    await until('heard', () => inside(it.object, ({ sql }) => sql.exec('select 1 from opt_ins').toArray().length === 0))
    expect(await flag(it.first)).toBe(2)
    await run('update snoozes set created_at = 1')
    says(it, it.first, 'MULAI')
    await becomes(it.first, 0)
    expect(await all('select 1 from snoozes')).toEqual([])
    await run(
      `insert into snoozes (number, until, via, created_at) values (?, ?, 'page', 1)`,
      it.first,
      Date.now() + DAY_MS,
    )
    says(it, it.first, 'Stop dong')
    await becomes(it.first, 1)
    says(it, it.first, 'MULAI')
    await until('gone', async () => (await all('select 1 from snoozes')).length === 0)
    expect(await flag(it.first)).toBe(1)
  })
  test('rule number-claim: of somebody whom another account holds, the claim goes back', async () => {
    const it = await written(30)
    await until('settled', async () => (await held(it.first)) === 0)
    // it may be claimed again, after somebody to whom the other account's first message goes
    await numbers(35, 1)
    await run('update phone_numbers set id = id + 1000, last_attempt_at = 5 where number = ?', it.first)
    const other = await linkedAccount(runner, (await makeLender('own-words-other', null)).id)
    await other.object.start()
    await until('send', () => other.socket.sends()[0])
    expect(await held(it.first)).toBe(1)
    says(it, it.first, '', 'doubt')
    await becomes(it.first, 2)
    await until('free', async () => (await held(it.first)) === 0)
  })
})

describe('rule snooze: somebody who is not written to for a while', () => {
  const number = '6281399900050'
  const snoozedTo = async (at: number): Promise<void> => {
    await run(`insert into snoozes (number, until, via, created_at) values (?, ?, 'page', 1)`, number, at)
  }
  const later = (): number => Date.now() + DAY_MS

  test('stays so through delete and add, another row that gets the number, and an import', async () => {
    const { token } = await makePerson('admin')
    await snoozedTo(later())
    const body = { number, name: 'Ani', consent_source: 'Formulir toko Melati' }
    const made = await ask('POST', '/admin/phonenumber/save', { token, body })
    expect(made.status).toBe(200)
    expect(await flag(number)).toBe(2)
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
    const seen = await ask('GET', `/admin/phonenumber/${id}`, { token })
    expect(JSON.stringify(seen.json)).toContain('"suppressed":false')
    expect(JSON.stringify(seen.json)).not.toContain('"snoozed_until":null')
    await ask('DELETE', `/admin/phonenumber/${id}`, { token })
    await ask('POST', '/admin/phonenumber/save', { token, body: { ...body, number: '6281399900051' } })
    const other = await one<{ id: number }>('select id from phone_numbers')
    await ask('PUT', `/admin/phonenumber/${other.id}`, {
      token,
      body: { number, consent_source: 'Formulir toko Mawar' },
    })
    expect(await flag(number)).toBe(2)
    await run('delete from phone_numbers')
    const form = new FormData()
    form.set('file', new File([`${number},Ani`], 'daftar.csv'))
    form.set('consent_source', 'Formulir toko Melati')
    expect((await ask('POST', '/admin/phonenumber/import', { token, form })).status).toBe(200)
    expect(await flag(number)).toBe(2)
  })
  test('is free again by itself when it is over, and not before', async () => {
    await numbers(60, 1)
    await run('update phone_numbers set number = ?, suppressed = 2', number)
    await snoozedTo(5_000)
    await endSnoozes(db, 4_999)
    expect(await flag(number)).toBe(2)
    await cron()
    expect(await flag(number)).toBe(0)
    expect(await all('select 1 from snoozes')).toEqual([])
  })
  test('who stopped meanwhile stays stopped', async () => {
    await numbers(61, 1)
    await run('update phone_numbers set number = ?, suppressed = 1', number)
    await snoozedTo(5_000)
    await endSnoozes(db, 6_000)
    expect(await flag(number)).toBe(1)
  })
  test('whose stop a Worker of the release before wrote without the flag is not written to afterwards', async () => {
    await numbers(62, 1)
    await run('update phone_numbers set number = ?, suppressed = 2', number)
    await snoozedTo(5_000)
    await run(`insert into suppressions (hash, number, via, created_at) values ('h-62', ?, 'page', 1)`, number)
    await endSnoozes(db, 6_000)
    expect(await flag(number)).toBe(1)
    await run(`delete from suppressions where hash = 'h-62'`)
  })
  test('is what the rows say once both are restored, which a backup reads at different times', async () => {
    const [alone = '', both = ''] = await numbers(63, 2)
    await run('update phone_numbers set suppressed = 2 where number = ?', alone)
    await run(`insert into snoozes (number, until, via, created_at) values (?, ?, 'page', 1)`, both, later())
    await matchFlags(db)
    expect([await flag(alone), await flag(both)]).toEqual([0, 2])
  })
})
