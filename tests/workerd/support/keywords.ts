// Two accounts that hear keywords, a programme, and people who write to them.
import { beforeAll, beforeEach } from 'vitest'
import { GRADES } from '../../../contract/ground/consent-grades.ts'
import { until } from '../../../scripts/drive/until.ts'
import { ask } from './api.ts'
import { all, run } from './database.ts'
import { FakeRunner } from './fake-runner.ts'
import { makeLender, makePerson, type Person } from './people.ts'
import { inside, linkedAccount, stage } from './stage.ts'

type Account = Awaited<ReturnType<typeof linkedAccount>>
const BODY = {
  title: 'Promo Melati',
  word: 'promo',
  what: 'Potongan harga toko',
  frequency: 'Paling banyak 4 pesan sebulan',
  by_whom: 'Toko Melati',
  privacy: 'Nomor Anda disimpan untuk mengirim promo.',
  privacy_version: '2026-11',
  topic: 'promo',
}
/** Makes a programme of that id; its title is Promo Melati unless `more` says otherwise. */
export const createProgramme = ({ token }: Person, id: string, more: object = {}) =>
  ask<{ keyword: string }>('POST', '/admin/programme/create', { token, body: { id, ...BODY, ...more } })

/** keyword: as people write it; word: as it is compared. */
type Scene = { admin: Person; account: Account; second: Account; keyword: string; word: string }
/** Filled before the first test; nothing of the test before is left before each. */
export const useKeywords = (): Scene => {
  const runner = new FakeRunner('runner-1')
  beforeAll(async () => {
    await stage()
    await runner.join()
    scene.admin = await makePerson('admin')
    scene.account = await linkedAccount(runner, (await makeLender('opt-in-1', null)).id)
    scene.second = await linkedAccount(runner, (await makeLender('opt-in-2', null)).id)
    scene.keyword = (await createProgramme(scene.admin, 'promo-melati')).json.keyword
    scene.word = scene.keyword.replaceAll(' ', '')
  })
  beforeEach(async () => {
    for (const table of ['phone_numbers', 'suppressions', 'snoozes', 'programme_opt_ins'])
      await run(`delete from ${table}`)
    await run('update programmes set opt_ins = 0')
  })
  return scene
}
const scene = {} as Scene

let message = 0
let people = 0
export const somebody = (): string => String(6281600000000 + ++people)
export const says = (
  number: string | null,
  text: string,
  { at = Date.now(), id = `k${++message}`, lid = null as string | null, by = scene.account } = {},
): void => by.socket.say({ kind: 'inbound', items: [{ id, number, lid, text, means: null, at }] })
export const told = (number: string, by = scene.account) =>
  by.socket.sends().flatMap((sent) => (sent.number === number ? [sent.content.text] : []))
/** Everything that was said is decided: whoever writes behind it has joined at both accounts. */
export const heard = async (): Promise<void> => {
  for (const by of [scene.account, scene.second]) {
    const last = somebody()
    says(last, scene.keyword, { by })
    await joined(last)
    const isEmpty = () => inside(by.object, ({ sql }) => sql.exec('select 1 from keywords').toArray().length === 0)
    await until('nothing waits', isEmpty)
  }
}
export const joined = (number: string) =>
  until(`${number} has joined`, async () => (await rowOf(number))?.['consent_grade'] === GRADES.message)
export const rowOf = async (number: string) =>
  (await all<Record<string, unknown>>('select * from phone_numbers where number = ?', number))[0]
export const events = async (number: string) =>
  (await all<{ event: string }>('select event from consent_history where number = ? order by id', number)).map(
    ({ event }) => event,
  )
