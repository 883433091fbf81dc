// What the tests of payout batches do as the office and as members.
import { reconcile } from '../../../domain/money/ledger/store.ts'
import { ask, call } from './api.ts'
import { all, db, run } from './database.ts'
import { makePerson, type Person } from './people.ts'

export type Fail = { reason: string; msg: string; fields?: Record<string, string> }
export type Payout = { id: string; number: number; status: string; count: number; total: number; second: string }
export type Stage = 'requested' | 'accepted' | 'ordered' | 'paid' | 'returned' | 'rejected'
type Line = {
  withdrawId: string
  reference: string
  status: string
  reason: string | null
  hasProof: boolean
  stage: Stage
  returnWaits: boolean
}
type Applied = Fail & { payout: Payout & { accepted: number; returned: number } } & Record<
    'accepted' | 'returned' | 'unchanged',
    number
  >
/** Who pays out: two admins and one of the staff. */
export const office = {} as Record<'admin' | 'other' | 'staff', Person>
export const makeOffice = async (): Promise<typeof office> =>
  Object.assign(office, {
    admin: await makePerson('admin'),
    other: await makePerson('admin'),
    staff: await makePerson('staff'),
  })
export const BANKS = ['BCA', 'MANDIRI', 'BRI', 'GoPay']
/** What was given until now counts for no limit of today (rule day-limits). */
export const bonusesOfYesterday = () => run(`update day_decisions set at = at - 86400000`)
export const member = async (rupiah: number, bank = 'BCA', name = 'Sari Uji'): Promise<Person> => {
  const person = await makePerson('member')
  const number = `08${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
  await run(
    'update users set account_bank = ?, account_name = ?, account_number = ? where id = ?',
    bank,
    name,
    number,
    person.id,
  )
  await ask('POST', '/admin/bonus/create', {
    token: office.admin.token,
    body: { userId: person.id, nominal: rupiah, reason: 'rajin' },
  })
  await bonusesOfYesterday()
  return person
}
export const request = async (who: Person, nominal = 10_000): Promise<string> =>
  (
    await ask<{ data: { id: string } }>('POST', '/admin/withdraw/request', {
      token: who.token,
      body: { nominal, userId: who.id },
    })
  ).json.data.id
/** Requests of Rp 10.000 as `request` makes them, three hundred in three statements. */
export const holdAtOnce = async (requests: { user: string; id: string }[]): Promise<void> => {
  const rows = JSON.stringify(requests)
  const from = `from json_each(?) r join users u on u.id = r.value ->> 'user'`
  await run(
    `insert into ledger (user_id, kind, amount_sen, ref, at)
      select u.id, 'withdraw_hold', -1000000, 'withdraw:' || (r.value ->> 'id') || ':hold:0', 1 ${from}`,
    rows,
  )
  await run(
    `update balances set balance_sen = balance_sen - 1000000 * n
      from (select u.id, count(*) as n ${from} group by 1) r where balances.user_id = r.id`,
    rows,
  )
  await run(
    `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at)
      select r.value ->> 'id', u.id, 10000, 'requested', u.account_name, u.account_bank, u.account_number, 1 ${from}`,
    rows,
  )
}
export const create = (ids: string[], who = office.admin) =>
  ask<Fail & { payout: Payout }>('POST', '/admin/payout/create', { token: who.token, body: { ids } })
export const open = async (ids: string[], who = office.admin): Promise<Payout> => (await create(ids, who)).json.payout
export const act = (verb: 'approve' | 'release', id: string, who = office.admin) =>
  ask<Fail & { payout: Payout }>('POST', `/admin/payout/${verb}`, { token: who.token, body: { id } })
export const read = async (id: string) =>
  (await ask<{ payout: Payout; lines: Line[] }>('GET', `/admin/payout/${id}`, { token: office.admin.token })).json
export const file = (id: string, query: string, who = office.admin) =>
  call('GET', `/admin/payout/${id}/file?${query}`, { token: who.token })
export const textOf = async (id: string, query: string): Promise<string[]> =>
  (await (await file(id, query)).text()).trimEnd().split('\r\n')
const formOf = (content: string | Uint8Array): FormData => {
  const form = new FormData()
  form.set('file', new File([content], 'hasil.csv'))
  return form
}
export const result = (id: string, content: string | Uint8Array, who = office.admin) =>
  ask<Applied>('POST', `/admin/payout/${id}/result`, { token: who.token, form: formOf(content) })
export const decide = (id: string, status: string, who = office.admin) =>
  ask<Fail>('PUT', '/admin/withdraw/update', { token: who.token, body: { id, status } })
export const order = (id: string, reference = 'TRX 0042/11', who = office.admin) =>
  ask<Fail & { data: { stage: Stage; reference: string } }>('POST', '/admin/withdraw/ordered', {
    token: who.token,
    body: { id, reference },
  })
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
export const prove = (id: string, bytes: string | Uint8Array = PNG, who = office.admin) =>
  ask<Fail>('POST', `/admin/payout/proof/${id}`, { token: who.token, form: formOf(bytes) })
/** Asks for the return by the bank. */
export const sendBack = (id: string, who = office.admin, reason = 'Rekening tutup') => {
  const form = formOf(PNG)
  form.set('id', id)
  form.set('reason', reason)
  return ask<Fail>('POST', '/admin/withdraw/returned', { token: who.token, form })
}
type Asked = { id: string; kind: string; amount: number; detail: string | null; proof: { n: number } | null }
/** What waits for a second person about these requests' returns. */
export const returnsOf = async (...ids: string[]): Promise<Asked[]> => {
  const waiting = await all<{ id: string }>(
    `select id from approvals where kind = 'return' and status = 'waiting' and subject in (select value from json_each(?))`,
    JSON.stringify(ids),
  )
  const { json } = await ask<{ data: Asked[] }>('GET', '/admin/approval/list-per-page?limit=100', {
    token: office.other.token,
  })
  return json.data.filter(({ id }) => waiting.some((one) => one.id === id))
}
export const approve = (id: string, who = office.other, body: { approve: boolean } = { approve: true }) =>
  ask<Fail>('PUT', '/admin/approval/decide', { token: who.token, body: { id, ...body } })
type History = {
  steps: { stage: Stage; reference: string | null; reason: string | null; by: string | null }[]
  proofs: { n: number; kind: string }[]
}
export const history = async (id: string): Promise<History> =>
  (await ask<History>('GET', `/admin/withdraw/steps/${id}`, { token: office.admin.token })).json
export const cancel = (who: Person, id: string) =>
  ask<Fail>('POST', '/admin/withdraw/cancel', { token: who.token, body: { id } })
export const balanceOf = async (who: Person): Promise<number> =>
  (await ask<{ balance: number }>('GET', `/admin/withdraw/balance/${who.id}`, { token: who.token })).json.balance
export const statusesOf = (ids: string[]) =>
  all<{ status: string; n: number }>(
    'select status, count(*) as n from withdraws where id in (select value from json_each(?)) group by 1 order by 1',
    JSON.stringify(ids),
  )
export const difference = async (): Promise<number> => (await reconcile(db)).difference
export const setting = (key: string, value: string) =>
  run(
    'insert into settings (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    key,
    value,
  )
