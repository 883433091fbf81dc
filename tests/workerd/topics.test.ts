// Topics: what a person refuses is not sent to them, what a member refuses is not sent by their accounts (rule topics). Real Worker, real D1, real
// objects; the runner's side is the test's.
import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { claimNumbers, countClaimable, previewReach, refusedNumbers } from '../../domain/sending/blast/store.ts'
import { forbiddenClaims } from '../../domain/recipients/suppressions/claims-store.ts'
import { optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { changeRefused } from '../../domain/recipients/topics/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { linkRing } from '../../worker/env.ts'
import { ask, ORIGIN } from './support/api.ts'
import { blastSends, stageBlasts } from './support/blasting.ts'
import { all, bound, db, run } from './support/database.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, linkedAccount, numbers } from './support/stage.ts'

const { runner, someone } = stageBlasts('topics')
let apart = 20_000
const people = (count: number): Promise<string[]> => {
  apart += 100
  return numbers(apart, count)
}
const template = (id: string, topic: string | null, uses = 0) =>
  run(
    `insert or replace into templates (id, text, text_wa, button, status, topic, count_use, created_at)
     values (?1, ?1, ?1, '[]', 'active', ?2, ?3, 1)`,
    id,
    topic,
    uses,
  )
beforeEach(async () => {
  for (const table of ['templates', 'topic_refusals']) await run(`delete from ${table}`)
  await template('promo', 'Promo')
  await template('kabar', 'Kabar stok', 100)
})
/** As the page posts it: what is checked, and what was when it was drawn, which is everything that is sent unless a tab is older. */
const press = async (number: string, topics: readonly string[], was: readonly string[] = ['Promo', 'Kabar stok']) => {
  const body = new URLSearchParams([
    ['act', 'topics'],
    ...topics.map((topic): [string, string] => ['topic', topic]),
    ...was.map((topic): [string, string] => ['was', topic]),
  ])
  const token = await optOutToken(linkRing(bound), number)
  const request = new Request(`${ORIGIN}/api/opt-out?token=${token}`, { method: 'POST', redirect: 'manual', body })
  expect((await exports.default.fetch(request)).status).toBe(303)
}
const page = async (number: string): Promise<string> => {
  const token = await optOutToken(linkRing(bound), number)
  return (await exports.default.fetch(new Request(`${ORIGIN}/api/opt-out?token=${token}`))).text()
}
const refused = async (number: string) =>
  (await all<{ topic: string }>('select topic from topic_refusals where number = ? order by topic', number)).map(
    ({ topic }) => topic,
  )
const request = { accountId: 'acc', userId: 'nobody', want: 10, runStartedAt: Date.now(), count: true, claim: 1 }
const claimed = async (more: object = {}) => {
  const { id: userId } = await makeLender(`topics-claim-${++apart}`)
  const { numbers: got, rules } = await claimNumbers(db, { ...request, userId, now: Date.now(), ...more })
  return { got: got.map(({ number }) => number), off: got.map(({ off }) => off ?? null), rules }
}

describe('rule topics: a person', () => {
  test('sees on their page what is sent, and checks what they want', async () => {
    const [number = ''] = await people(1)
    expect(await page(number)).toMatch(/value="Kabar stok" checked/)
    await press(number, ['Kabar stok', 'Sesuatu yang tidak ada'])
    expect(await refused(number)).toEqual(['Promo'])
    const shown = await page(number)
    expect(shown).toMatch(/value="Kabar stok" checked/)
    expect(shown).not.toMatch(/value="Promo" checked/)
    expect(shown).toContain('value="Promo"')
    expect(shown).toContain('name="was" value="Kabar stok"')
    expect(shown).not.toContain('name="was" value="Promo"')
    // what is not sent any more stays refused, and can be wanted again
    await run(`update templates set status = 'nonactive' where id = 'promo'`)
    await press(number, ['Kabar stok'], ['Kabar stok'])
    expect(await refused(number)).toEqual(['Promo'])
    await press(number, ['Kabar stok', 'Promo'], ['Kabar stok'])
    expect(await refused(number)).toEqual([])
  })
  test('a tab that is older takes back nothing, and refuses nothing that it did not show', async () => {
    const [number = ''] = await people(1)
    await press(number, ['Kabar stok'])
    await template('baru', 'Baru')
    // drawn before either
    await press(number, ['Promo'])
    expect(await refused(number)).toEqual(['Kabar stok', 'Promo'])
  })
  test('sees what they refused also among many, and loses none of it', async () => {
    const [number = ''] = await people(1)
    for (let i = 0; i < 60; i++) await template(`many-${i}`, `Topik ${i}`)
    await press(number, [], ['Topik 59'])
    await run(`insert into topic_refusals values (?, 'Zzz lama', 1)`, number)
    expect(await page(number)).toContain('value="Zzz lama"')
    await press(number, [], ['Promo'])
    expect(await refused(number)).toContain('Zzz lama')
  })
  test('an account that holds them and is silent is asked again by the cron', async () => {
    const [number = ''] = await people(1)
    await run(`update phone_numbers set in_use = 1, in_use_by = 'silent' where number = ?`, number)
    const holders = await changeRefused(db, { number, refuse: ['Promo'], allow: [], now: Date.now() })
    expect(holders).toEqual([{ number, accountId: 'silent' }])
    expect(await forbiddenClaims(db, 10)).toEqual([{ number, accountId: 'silent' }])
    await run('delete from withdrawn_claims')
  })
  test('is claimed only for what they want, and counted so everywhere', async () => {
    const [both = '', oneOf = '', none = ''] = await people(3)
    await press(oneOf, ['Kabar stok'])
    await press(none, [])
    expect(await countClaimable(db, Date.now(), 10)).toBe(2)
    const { got, off, rules } = await claimed()
    expect([got, off]).toEqual([
      [both, oneOf],
      [null, ['Promo']],
    ])
    expect(rules.claimable).toBe(2)
    await run('update phone_numbers set in_use = 0, in_use_by = null')
    // a message without a topic cannot be refused by itself
    await template('umum', null)
    expect((await claimed()).got).toEqual([both, oneOf, none])
  })
  test('of a one-off blast: by its template’s topic, with the reason', async () => {
    const [number = ''] = await people(1)
    await press(number, ['Kabar stok'])
    const asked = { accountId: 'acc', now: Date.now(), among: [number] }
    expect(await refusedNumbers(db, { ...asked, templateId: 'promo' })).toEqual([{ number, reason: 'topic' }])
    expect(await refusedNumbers(db, { ...asked, templateId: 'kabar' })).toEqual([])
    expect(await refusedNumbers(db, { ...asked, templateId: null })).toEqual([])
    const { id: userId } = await makeLender('topics-one-off')
    const reach = (templateId: string | null) =>
      previewReach(db, { accountId: 'acc', userId, now: Date.now(), among: null, samples: 3, templateId })
    expect((await reach('promo')).count).toBe(0)
    expect((await reach('kabar')).count).toBe(1)
    expect((await claimed({ templateId: 'promo' })).got).toEqual([])
    // of one that is gone nobody knows what it was about
    expect((await claimed({ templateId: 'gone' })).got).toEqual([])
    expect((await claimed({ templateId: null })).got).toEqual([number])
  })
  test('gets of two templates the one that they want, and none once they refuse both in the middle of a blast', async () => {
    const [first = '', second = ''] = await people(2)
    await press(first, ['Kabar stok'])
    const { object, socket } = await linkedAccount(runner, await someone())
    await object.start()
    const sent = await until('a send', () => blastSends(socket)[0])
    // Promo was used less, and is not for them
    expect([sent.number, sent.content.text]).toEqual([first, expect.stringMatching(/^kabar/)])
    await press(second, [])
    socket.say(acked(socket, 0))
    await until('it ends', async () => (await object.snapshot())?.status === 'idle')
    expect(blastSends(socket)).toHaveLength(1)
    await until(
      'no number is held',
      async () => (await all('select 1 from phone_numbers where in_use = 1')).length === 0,
    )
  })
  test('gets no message again that they could not read, once they refuse what it is about', async () => {
    const [number = ''] = await people(1)
    const { object, socket } = await linkedAccount(runner, await someone())
    await object.start()
    const { messageId, content } = await until('a send', () => blastSends(socket)[0])
    expect(content.text).toMatch(/^promo/)
    const contents = () => socket.commands.filter(({ kind }) => kind === 'content')
    const asksAgain = { kind: 'needContent', messageId } as const
    await press(number, ['Promo'])
    socket.say(acked(socket, 0), asksAgain)
    expect(await until('the content', () => contents()[0])).toMatchObject({ content })
    await press(number, ['Kabar stok'])
    socket.say(asksAgain)
    expect(await until('no content any more', () => contents()[1])).toMatchObject({ content: null })
  })
  test('who is erased refuses nothing any more, and a number without a row keeps nothing', async () => {
    const [number = ''] = await people(1)
    await press(number, [])
    const admin = await makePerson('admin')
    const erased = await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number } })
    expect(erased.status).toBe(200)
    expect(await refused(number)).toEqual([])
    await press(number, [])
    expect(await refused(number)).toEqual([])
  })
})

describe('rule topics: a member', () => {
  test('reads what is sent, refuses a topic, and their accounts do not send it', async () => {
    const [number = ''] = await people(1)
    const member = await makeLender('topics-member')
    type Own = { topics: { topic: string; templates: number; example: string; refused: boolean }[] }
    const own = async () => (await ask<Own>('GET', '/user/topics', { token: member.token })).json.topics
    expect(await own()).toEqual([
      { topic: 'Kabar stok', templates: 1, example: 'kabar', refused: false },
      { topic: 'Promo', templates: 1, example: 'promo', refused: false },
    ])
    const refuse = (topic: string, refused: unknown = true) =>
      ask('POST', '/user/topics', { token: member.token, body: { topic, refused } })
    expect((await refuse('Promo')).status).toBe(200)
    expect((await own()).map(({ refused }) => refused)).toEqual([false, true])
    const { object, socket } = await linkedAccount(runner, member.id)
    await object.start()
    const sent = await until('a send', () => blastSends(socket)[0])
    expect([sent.number, sent.content.text]).toEqual([number, expect.stringMatching(/^kabar/)])
    socket.say(acked(socket, 0))
    await until('it ends', async () => (await object.snapshot())?.status === 'idle')
    // one of which no template is active now stays refused, whatever else they turn
    await run(`update templates set status = 'nonactive' where id = 'promo'`)
    await refuse('Kabar stok')
    await refuse('Kabar stok')
    await refuse('Tidak ada')
    await refuse('Kabar stok', false)
    await run(`update templates set status = 'active' where id = 'promo'`)
    expect((await own()).map(({ refused }) => refused)).toEqual([false, true])
    expect((await refuse('Promo', 'ya')).status).toBe(422)
    expect((await refuse('')).status).toBe(422)
  })
  test('is given nobody who wants only what the member refuses', async () => {
    const [number = ''] = await people(1)
    await press(number, ['Promo'])
    const member = await makeLender('topics-other')
    await ask('POST', '/user/topics', { token: member.token, body: { topic: 'Promo', refused: true } })
    const got = await claimNumbers(db, { ...request, userId: member.id, now: Date.now() })
    expect(got.numbers).toEqual([])
    expect((await claimed()).got).toEqual([number])
  })
})

test('rule topics: a template gets its topic in the form, and taking it away is an activation', async () => {
  const admin = await makePerson('admin')
  const asAdmin = (method: string, path: string, body: object) =>
    ask<{ message: { id: string; topic: string; version: string } }>(method, path, { token: admin.token, body })
  const made = await asAdmin('POST', '/admin/message/create', { text: 'Halo', topic: ' Promo ' })
  expect(made.json.message.topic).toBe('Promo')
  const { id } = made.json.message
  await run(`update templates set status = 'active' where id = ?`, id)
  const kept = await asAdmin('PUT', `/admin/message/${id}`, { text: 'Halo', name: 'Nama' })
  expect([kept.status, kept.json.message.topic]).toEqual([200, 'Promo'])
  expect((await asAdmin('PUT', `/admin/message/${id}`, { text: 'Halo', topic: 'x'.repeat(61) })).status).toBe(422)
  // who refused it would get it, also while it is a draft that a one-off blast began with: somebody proves who they are
  await run(`update templates set status = 'nonactive' where id = ?`, id)
  await run('update sessions set proved_at = 0')
  const taken = await asAdmin('PUT', `/admin/message/${id}`, { text: 'Halo', topic: '' })
  expect(taken.status).toBe(403)
  expect((await asAdmin('PUT', `/admin/message/${id}`, { text: 'Halo', name: 'Nama lain' })).status).toBe(200)
})
