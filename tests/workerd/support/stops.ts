// People whom an admin stops: their sign-ins, accounts, requests and books.
import { expect } from 'vitest'
import type { Held } from '../../../contract/people/pauses.ts'
import type { User } from '../../../contract/people/users.ts'
import { reconcile } from '../../../domain/money/ledger/store.ts'
import { until } from '../../../scripts/drive/until.ts'
import { ask } from './api.ts'
import type { Blasting } from './blasting.ts'
import { all, db, one, run } from './database.ts'
import { makePerson, PASSWORD, type Person } from './people.ts'
import { acked } from './stage.ts'

export type Fail = { reason: string; msg: string; fields?: Record<string, string> }
type Sends = Pick<Blasting, 'socket' | 'object'>
/** As this admin. */
export const stopping = (admin: () => Person) => {
  const turn = (id: string, body: object, who: Person = admin()) =>
    ask<Fail & { user: User }>('PUT', `/admin/users/${id}/status`, { token: who.token, body })
  return {
    turn,
    pause: (id: string, reason = 'Banyak keluhan') => turn(id, { status: 'paused', reason }),
    close: (id: string, reason = 'Melanggar aturan') => turn(id, { status: 'closed', reason }),
    open: (id: string) => turn(id, { status: 'active' }),
    /** With bank details and this much from a bonus. */
    earner: async (rupiah: number): Promise<Person> => {
      const person = await makePerson('member')
      await run(
        `update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`,
        person.id,
      )
      const body = { userId: person.id, nominal: rupiah, reason: 'rajin' }
      await ask('POST', '/admin/bonus/create', { token: admin().token, body })
      return person
    },
    decide: (id: string, status: string) =>
      ask<Fail>('PUT', '/admin/withdraw/update', { token: admin().token, body: { id, status } }),
  }
}
export const login = (who: Person, password = PASSWORD) =>
  ask<Fail>('POST', '/auth/login', { body: { email: who.email, password } })
export const ownerOf = async ({ accountId }: Pick<Blasting, 'accountId'>): Promise<string> =>
  (await one<{ user_id: string }>('select user_id from whatsapp where id = ?', accountId)).user_id
export const held = async (object: Blasting['object']): Promise<Held | null | undefined> =>
  (await object.snapshot())?.held
export const heldIs = (object: Blasting['object'], of: Held['of']) =>
  until(`held by ${of}`, async () => (await held(object))?.of === of)
export const claimed = async () =>
  (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use = 1')).n
/** Answers the message in flight, and takes the account's own next steps. */
export const answer = async ({ socket, object }: Sends, place: number) => {
  socket.say(acked(socket, place))
  await until('the answer is in', async () => ((await object.snapshot())?.count_success ?? 0) > place)
}
export const isRemoved = (accountId: string) =>
  until(
    'it is removed',
    async () => (await all('select 1 from whatsapp where id = ? and removed_at is not null', accountId)).length === 1,
  )
export const request = (who: Person, nominal: number) =>
  ask<Fail & { data: { id: string } }>('POST', '/admin/withdraw/request', {
    token: who.token,
    body: { nominal, userId: who.id },
  })
export const booksOf = async (who: Person) => ({
  entries: await all('select kind, amount_sen from ledger where user_id = ? order by id', who.id),
  balance: (await all<{ balance_sen: number }>('select balance_sen from balances where user_id = ?', who.id))[0],
})
export const booksAreEqual = async () => expect((await reconcile(db)).difference).toBe(0)
