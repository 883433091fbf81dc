// Imports whose consents have no row of the history, and what is read of them.
import { beforeAll, beforeEach, expect } from 'vitest'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { ask, call } from './api.ts'
import { behindTriggers } from './behind-triggers.ts'
import { all, bound, one, run } from './database.ts'
import { makePerson, type Person } from './people.ts'

export const RING = hashRing(bound)
export const SOURCE = 'Formulir toko Melati'
export const OWN = 'Buku tamu pameran'
const APPEND_ONLY = ['record_days', 'consent_imports', 'consent_ranges', 'consent_history']
export const scene = {} as { admin: Person }
/** An admin; and before each test nobody on the list, in the history and in the record. */
export const useImports = (): void => {
  beforeAll(async () => {
    scene.admin = await makePerson('admin')
  })
  beforeEach(async () => {
    await run('delete from phone_numbers')
    await behindTriggers(APPEND_ONLY, async () => {
      for (const table of [...APPEND_ONLY, 'consents_left', 'suppressions', 'disputes', 'consent_sources'])
        await run(`delete from ${table}`)
    })
  })
}
let serial = 0
export const fresh = (count: number) =>
  Array.from({ length: count }, () => `6281399${String(++serial).padStart(6, '0')}`)
export const as = <T = object>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: scene.admin.token, body })
export const upload = async (file: string, more: Record<string, string> = {}): Promise<void> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set('file', new File([file], 'daftar.csv'))
  expect((await call('POST', '/admin/phonenumber/import', { token: scene.admin.token, form })).status).toBe(200)
}
/** own: these have a source of their own. @returns the import's number */
export const bring = async (numbers: readonly string[], own: readonly string[] = []): Promise<number> => {
  const rows = numbers.map((number) => `${number},Ani,${own.includes(number) ? OWN : ''}`)
  const columns = JSON.stringify({ number: 0, name: 1, consent: 2, header: true })
  await upload(`nomor,nama,asal\n${rows.join('\n')}\n`, { consent_source: SOURCE, columns })
  return (await one<{ no: number }>('select max(import_no) as no from consent_imports')).no
}
type Event = { id: number; number: string | null; event: string; source: string | null; hash: string; date: string }
export const listed = async (search = '', page = 1, limit = 10) => {
  const { json, status } = await as<{ data: Event[]; meta: { total: number } }>(
    'GET',
    `/admin/consent?limit=${limit}&page=${page}${search && `&search=${search}`}`,
  )
  expect(status).toBe(200)
  return { rows: json.data, total: json.meta.total }
}
export const eventsOf = async (number: string) =>
  (await listed(number)).rows.map(({ event, source }) => [event, source])
export const phoneOf = (number: string) => one<{ id: number }>('select id from phone_numbers where number = ?', number)
/** Rows of the history itself. */
export const own = () => one<{ n: number }>('select count(*) as n from consent_history')
export const left = () => all('select number from consents_left')
export const exported = async () =>
  (await call('GET', '/admin/consent/export?format=json', { token: scene.admin.token })).text()
