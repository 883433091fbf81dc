// What a key promises of a write, tried around one call that succeeds (rule one-press).
import { expect } from 'vitest'
import { takesKey } from '../../../contract/operation/keeping.ts'
import { ROUTES } from '../../../contract/api/table.ts'
import { KEY_HEADER, REPLAYED_HEADER } from '../../../contract/ground/press-key.ts'
import { until } from '../../../scripts/drive/until.ts'
import { ask, call } from './api.ts'
import { plain } from './calls.ts'
import { slowCall } from './meanwhile.ts'

type Sent = { token?: string | undefined; body?: unknown; form?: FormData }
type Refused = { reason: string }
export type Press = { state: string; status: number | null; answer: unknown }

/** Writes that take a key. */
export const KEYED: ReadonlySet<string> = new Set(ROUTES.flatMap(([route]) => (takesKey(route) ? [plain(route)] : [])))
/** Their ticket is used up before the batch that is the act: one that was refused takes a new one. */
const SPENT_BEFORE: ReadonlySet<string> = new Set(['/auth/passkeys'])

export const askPress = async (token: string | undefined, key: string): Promise<Press> =>
  (await ask<Press>('POST', '/auth/press', { token, body: { key } })).json
/** Under this key. */
export const press = (method: string, path: string, sent: Sent, key: string): Promise<Response> =>
  call(method, path, { ...sent, headers: { [KEY_HEADER]: key } })
/** The answer that was kept, once it is. */
export const pressAgain = (method: string, path: string, sent: Sent, key: string): Promise<Response> =>
  until(`the kept answer of ${method} ${path}`, async () => {
    const response = await press(method, path, sent, key)
    return response.headers.has(REPLAYED_HEADER) ? response : null
  })

/** As long, with another last byte in each file; one without a file has one field more. */
const otherForm = async (form: FormData): Promise<FormData> => {
  const other = new FormData()
  for (const [name, value] of [...form] as [string, unknown][]) {
    if (!(value instanceof File)) other.set(name, String(value))
    else {
      const bytes = new Uint8Array(await value.arrayBuffer())
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      other.set(name, new File([bytes], value.name, { type: value.type }))
    }
  }
  if (![...form.values()].some((value: unknown) => value instanceof File)) other.set('other', '1')
  return other
}

/**
 * A burnt key is refused, also when it is burnt while the call is on its way, and nothing has happened, as the call itself then shows; the
 * same again gets the same answer; another body is refused.
 */
export const pressOnce = async ([method, path]: [string, string], sent: Sent): Promise<Response> => {
  const name = `${method} ${path}`
  const [burnt, late, key] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const burn = async (one: string): Promise<void> => {
    expect([name, (await askPress(sent.token, one)).state]).toEqual([name, 'burnt'])
  }
  const reasonOf = async (response: Response): Promise<string> => (await response.json<Refused>()).reason
  await burn(burnt)
  expect([name, await reasonOf(await press(method, path, sent, burnt))]).toEqual([name, 'press_burnt'])
  if (!SPENT_BEFORE.has(path)) {
    const slow = { ...sent, headers: { [KEY_HEADER]: late } }
    const { json } = await slowCall([method, path], slow, 'insert into presses', () => burn(late))
    expect([name, json.reason]).toEqual([name, 'press_burnt'])
  }
  const first = await press(method, path, sent, key)
  if (!first.ok) return first
  const said: unknown = await first.clone().json()
  const again = await pressAgain(method, path, sent, key)
  expect([name, again.status, await again.json()]).toEqual([name, first.status, said])
  expect(await askPress(sent.token, key)).toEqual({ state: 'done', status: first.status, answer: said })
  const changed = sent.form ? { form: await otherForm(sent.form) } : { body: { ...(sent.body as object), other: 1 } }
  const other = await press(method, path, { ...sent, ...changed }, key)
  expect([name, await reasonOf(other)]).toEqual([name, 'press_other'])
  return first
}
