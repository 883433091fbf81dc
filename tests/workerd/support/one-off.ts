// For tests of one-off blasts: people and a runner, the calls as an admin makes them, and what the tests wait for.
import { beforeAll, beforeEach } from 'vitest'
import type { OneOffPeople, OneOffPerson } from '../../../contract/sending/one-off-people.ts'
import type { OneOffWire } from '../../../contract/sending/one-off.ts'
import { until } from '../../../scripts/drive/until.ts'
import { ask, call } from './api.ts'
import { one, run } from './database.ts'
import { FakeRunner } from './fake-runner.ts'
import { makePerson, type Person } from './people.ts'
import { acked, type linkedAccount, stage } from './stage.ts'

export type Sent = {
  jobId: string
  job: OneOffWire
  refused: { number: string; reason: string }[]
  msg: string
  reason: string
}
const sendAs = (who: Person, body: object) =>
  ask<Sent>('POST', '/admin/whatsapp/send-message/1', { token: who.token, body })
const jobOf = async (who: Person, id: string): Promise<OneOffWire> =>
  (await ask<{ job: OneOffWire }>('GET', `/admin/blaster/${id}`, { token: who.token })).json.job
const endOf = (who: Person, id: string) =>
  until('the end of the job', async () => {
    const job = await jobOf(who, id)
    return job.status === 'idle' ? job : null
  })
/** People, a runner and no numbers before each test. */
export const useOneOff = () => {
  const runner = new FakeRunner('runner-b')
  const people = {} as { admin: Person; member: Person }
  beforeAll(async () => {
    await stage()
    people.admin = await makePerson('admin')
    people.member = await makePerson('member')
    await run(`update users set blast_interval_min = 0, blast_interval_max = 0, level_id = 'bronze'`)
    await runner.join()
  })
  beforeEach(() => run('delete from phone_numbers'))
  return {
    runner,
    people,
    send: (body: object) => sendAs(people.admin, body),
    ended: (id: string) => endOf(people.admin, id),
    stopped: async ({ socket }: Account, id: string): Promise<void> => {
      await ask('POST', '/admin/blaster/stop', { token: people.admin.token, body: { id } })
      socket.say(acked(socket, socket.sends().length - 1))
      await endOf(people.admin, id)
    },
  }
}
export type Account = Awaited<ReturnType<typeof linkedAccount>>
export const answerAll = async ({ socket }: Account, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    await until(`send ${i}`, () => socket.sends()[i])
    socket.say(acked(socket, i))
  }
}
export const settled = () =>
  until(
    'settled',
    async () => (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use = 1')).n === 0,
  )
export const states = (list: readonly OneOffPerson[]) => list.map(({ number, state }) => [number, state])
/** Who got a one-off blast, as this person reads it (rule one-off-people). */
export const reportAs = (who: () => Person) => {
  const path = (what: 'people' | 'export', id: string, more = '') => `/admin/blaster/${what}?id=${id}${more}`
  const page = async (id: string, more = '') =>
    (await ask<OneOffPeople>('GET', path('people', id, more), { token: who().token })).json
  return {
    path,
    page,
    /** Page by page. */
    everybody: async (id: string, limit: number, more = ''): Promise<OneOffPerson[]> => {
      const list: OneOffPerson[] = []
      let after: string | null = null
      do {
        const place: string = after === null ? '' : `&after=${after}`
        const answer = await page(id, `&limit=${limit}${place}${more}`)
        list.push(...answer.list)
        after = answer.next
      } while (after !== null)
      return list
    },
    file: async (id: string, more = '') => (await call('GET', path('export', id, more), { token: who().token })).text(),
  }
}
