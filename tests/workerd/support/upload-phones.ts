// A file of recipients, as the office uploads it.
import { call } from './api.ts'
import type { Person } from './people.ts'

type Answer = { msg: string; created: object[]; skipped: { number: string; reason: string }[] }
export const uploadPhones = async (by: Person, text: string, source: string, columns?: object) => {
  const form = new FormData()
  if (columns) form.set('columns', JSON.stringify(columns))
  form.set('consent_source', source)
  form.set('file', new File([text], 'daftar.csv'))
  const response = await call('POST', '/admin/phonenumber/import', { token: by.token, form })
  return { status: response.status, json: await response.json<Answer>() }
}
