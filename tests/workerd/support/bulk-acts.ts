// Acts on all who match that a test begins, carries out and takes back itself.
import { expect } from 'vitest'
import type { BulkRow } from '../../../contract/recipients/bulk-acts.ts'
import type { Condition, Group } from '../../../contract/recipients/segments.ts'
import { type ActPorts, runAct } from '../../../domain/recipients/bulk-acts/run-act.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { ask } from './api.ts'
import { behindTriggers } from './behind-triggers.ts'
import { all, bound, db, one, run } from './database.ts'
import { makePerson, type Person } from './people.ts'
import { stage } from './stage.ts'

export let admin: Person
export const stageActs = async (): Promise<void> => {
  await stage()
  admin = await makePerson('admin')
}
export const nobody = async (): Promise<void> => {
  for (const table of [
    'phone_tags',
    'tags',
    'phone_numbers',
    'bulk_acts',
    'bulk_moves',
    'recipient_touches',
    'recipient_memory',
  ])
    await run(`delete from ${table}`)
  await run('delete from suppressions')
  await behindTriggers(['consent_history'], () => run('delete from consent_history'))
  await run(`delete from counters where name like 'phone.%'`)
}
export const ports = (more: Partial<ActPorts> = {}): ActPorts => ({
  db,
  hashKeys: hashRing(bound),
  clock: () => Date.now(),
  until: Date.now() + 60_000,
  dropNumber: async () => undefined,
  dropFailed: () => undefined,
  ...more,
})
export const rule = (...of: (Condition | Group)[]): Group => ({ join: 'and', not: false, of })
export const ACTIVE = rule({ is: 'active' })
export type Answer = { act: BulkRow; reason?: string; msg?: string }
export const begin = (body: object) => ask<Answer>('POST', '/admin/bulk', { token: admin.token, body })
export const acts = async () => (await ask<{ data: BulkRow[] }>('GET', '/admin/bulk', { token: admin.token })).json.data
export const press = (id: string, what: 'cancel' | 'undo') =>
  ask<Answer>('POST', `/admin/bulk/${id}/${what}`, { token: admin.token })
/** Begun and carried out. */
export const done = async (body: object): Promise<string> => {
  const { status, json } = await begin(body)
  expect(status).toBe(200)
  expect(await runAct(ports(), json.act.id)).toBe('ended')
  return json.act.id
}
export const takenBack = async (id: string): Promise<void> => {
  expect((await press(id, 'undo')).status).toBe(200)
  expect(await runAct(ports(), id)).toBe('ended')
}
/** Active ones with consent, from this id on; counted as the office's own writes would. */
export const people = async (from: number, count: number, more = ''): Promise<void> => {
  await run(
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < ? - 1)
     insert into phone_numbers (id, number, name, status, consent_source, consent_at, consent_by, created_at)
     select cast(? + i as integer), cast(cast(6281510000000 + ? + i as integer) as text), 'Ani', 'active', 'Pameran', 5, 'x', 5 from n`,
    count,
    from,
    from,
  )
  if (more !== '') await run(`update phone_numbers set ${more} where id >= ? and id < ?`, from, from + count)
  await run(
    `insert into counters (name, value)
     select 'phone.total', count(*) from phone_numbers
     union all
     select 'phone.unblasted', count(*) from phone_numbers where status = 'active' and count_success = 0
     on conflict (name) do update set value = excluded.value`,
  )
}
export const byStatus = () =>
  all<{ status: string; n: number }>('select status, count(*) as n from phone_numbers group by status')
export const counters = () =>
  all(`select name, value from counters where name in ('phone.total', 'phone.unblasted') order by name`)
export const act = (id: string) => one<Record<string, unknown>>('select * from bulk_acts where id = ?', id)
