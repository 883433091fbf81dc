// Who asked something while the account had no session is answered once it is open again, and nobody asks D1 for it meanwhile: real object,
// real D1; the runner's side is the test's.
import { beforeAll, describe, expect, test } from 'vitest'
import { DOUBT_QUESTION, OPT_IN_ANSWER, OPT_OUT_ANSWER } from '../../contract/sending/account-texts.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, db, one } from './support/database.ts'
import { documentOf } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { createProgramme } from './support/keywords.ts'
import { makeLender, makePerson } from './support/people.ts'
import { acked, inside, linkedAccount, linkRequest, numbers, portsOf, stage } from './support/stage.ts'

const runner = new FakeRunner('unanswered')
let keyword = ''
let serial = 0
beforeAll(async () => {
  await stage()
  await runner.join()
  keyword = (await createProgramme(await makePerson('admin'), 'promo-melati')).json.keyword
})
const closed = (code: number) =>
  ({ kind: 'closed', code, detail: '', reachedWhatsapp: true, proxyFailed: false }) as const

type Stage = Awaited<ReturnType<typeof linkedAccount>> & { userId: string; number: string }
/** An account that has written to this person. */
const written = async (): Promise<Stage> => {
  const [number = ''] = await numbers(400 + ++serial * 10, 1)
  const { id: userId } = await makeLender(`unanswered-${serial}`, null)
  const account = await linkedAccount(runner, userId)
  await account.object.start()
  await until('send', () => account.socket.sends()[0])
  account.socket.say(acked(account.socket, 0))
  await until('acked', () =>
    inside(account.object, ({ sql }) => sql.exec(`select 1 from attempts where outcome = 'success'`).toArray().length),
  )
  return { ...account, userId, number }
}
const says = (it: Stage, text: string, means: 'doubt' | null, code: number): void => {
  const item = { id: `u${++serial}`, number: it.number, lid: null, text, means, at: Date.now() }
  it.socket.say({ kind: 'inbound', items: [item] }, closed(code))
}
/** D1 has what was said, and nobody wakes for the answer. */
const rests = async (it: Stage, heard: () => Promise<boolean>): Promise<void> => {
  await until('D1 has it', heard)
  await until('it rests', async () => !('opt-outs' in (await documentOf(it.object)).timers))
}
const answersTo = (number: string, socket: Stage['socket']): Promise<(string | null | undefined)[]> =>
  until('the answer', () => {
    const texts = socket
      .sends()
      .flatMap((sent) => (sent.number === number && sent.attemptId.startsWith('opt-out:') ? [sent.content.text] : []))
    return texts.length > 0 ? texts : null
  })
const linkedAgain = async ({ object, accountId, userId, phone }: Stage): Promise<Stage['socket']> => {
  expect((await object.beginLink(linkRequest(accountId, userId))).ok).toBe(true)
  const { socket } = await runner.take(accountId, (await documentOf(object)).epoch - 1)
  socket.say({ kind: 'hello', connection: 'none', me: null })
  await until('link', () => socket.commands.some((c) => c.kind === 'link'))
  const me = { phone, lid: null, pushname: 'Uji' }
  socket.say(
    { kind: 'rows', rows: [{ type: 'creds', id: 'creds', owner: null, data: 'bmV3' }] },
    { kind: 'paired', me },
    closed(515),
  )
  await until('connect', () => socket.commands.some((c) => c.kind === 'connect'))
  socket.say({ kind: 'open', me })
  return socket
}
const isSnoozed = async (number: string): Promise<boolean> =>
  (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s === 2
const joined = async (number: string) =>
  (await all('select 1 from consent_history where number = ? and source glob ?', number, 'Promo Melati: *')).length > 0
const stopped = async (number: string) => (await all('select 1 from suppressions where number = ?', number)).length > 0
const isAsked = ({ object }: Stage): Promise<boolean> =>
  inside(object, ({ sql }) => sql.exec('select 1 from infos').toArray().length === 1)

describe('an account that is logged out, and linked again', () => {
  test('rule own-words: asks whether to stop', async () => {
    const it = await written()
    says(it, '', 'doubt', 401)
    await rests(it, () => isSnoozed(it.number))
    expect(await answersTo(it.number, await linkedAgain(it))).toEqual([DOUBT_QUESTION])
  })
  test('rule info-answer: brings the link within the hour', async () => {
    const it = await written()
    says(it, 'INFO', null, 401)
    await rests(it, () => isAsked(it))
    const [text] = await answersTo(it.number, await linkedAgain(it))
    expect(text).toContain('/opt-out?token=')
  })
})

describe('an account that reconnects wakes for no answer meanwhile, and gives it with the session:', () => {
  const me = { phone: '', lid: null, pushname: 'Uji' }
  const cases: [string, string, 'doubt' | null, (it: Stage) => Promise<boolean>, () => unknown][] = [
    ['rule opt-out: STOP', 'STOP', null, (it) => stopped(it.number), () => OPT_OUT_ANSWER],
    ['rule own-words: a doubt', '', 'doubt', (it) => isSnoozed(it.number), () => DOUBT_QUESTION],
    ['rule info-answer: INFO', 'INFO', null, isAsked, () => expect.stringContaining('/opt-out?token=')],
    ['rule opt-in-message: a keyword', 'KEYWORD', null, (it) => joined(it.number), () => OPT_IN_ANSWER('Promo Melati')],
  ]
  test.each(cases)('%s', async (_name, text, means, heard, answer) => {
    const it = await written()
    says(it, text === 'KEYWORD' ? keyword : text, means, 428)
    await rests(it, () => heard(it))
    it.socket.say({ kind: 'open', me: { ...me, phone: it.phone } })
    expect(await answersTo(it.number, it.socket)).toEqual([answer()])
  })
})

describe('rule opt-out: who cannot read an answer gets it again, and nothing once they have stopped:', () => {
  const cases: [string, string, 'doubt' | null, () => unknown][] = [
    ['a doubt', '', 'doubt', () => DOUBT_QUESTION],
    ['INFO', 'INFO', null, () => expect.stringContaining('/opt-out?token=')],
    ['a keyword', 'KEYWORD', null, () => OPT_IN_ANSWER('Promo Melati')],
  ]
  test.each(cases)('%s', async (_name, text, means, answer) => {
    const it = await written()
    const item = { id: `u${++serial}`, number: it.number, lid: null, means, at: Date.now() }
    it.socket.say({ kind: 'inbound', items: [{ ...item, text: text === 'KEYWORD' ? keyword : text }] })
    expect(await answersTo(it.number, it.socket)).toEqual([answer()])
    const sent = it.socket.sends().find((one) => one.number === it.number && one.attemptId.startsWith('opt-out:'))
    const messageId = sent?.messageId ?? ''
    const contents = () =>
      it.socket.commands.flatMap((c) => (c.kind === 'content' && c.messageId === messageId ? [c.content] : []))
    it.socket.say({ kind: 'needContent', messageId })
    await until('the answer again', () => contents().length === 1)
    expect(contents()[0]?.text).toEqual(answer())
    await suppress(portsOf(db), { number: it.number, lid: null, via: 'page', by: null, reason: null }, Date.now())
    it.socket.say({ kind: 'needContent', messageId })
    await until('nothing', () => contents().length === 2)
    expect(contents()[1]).toBeNull()
  })
})
