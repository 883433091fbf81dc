// Generators and validators as the screens use them, and a runner's side that answers their look-ups.
import type { CheckKind, GeneratorRow, ValidatorRow } from '../../../contract/sending/number-checks.ts'
import type { Command } from '../../../contract/operation/runner.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { until } from '../../../scripts/drive/until.ts'
import { ask, call } from './api.ts'
import { bound } from './database.ts'
import type { FakeAccountSocket } from './fake-runner.ts'
import type { Person } from './people.ts'

export type Row = GeneratorRow & ValidatorRow
type Answer = { status: number; json: { data: Row; success: boolean; reason?: string; msg?: string } }
export type Lookup = Extract<Command, { kind: 'lookup' }>

export const lookedUp = (lookup: Lookup, registered: (number: string) => boolean) => ({
  kind: 'lookedUp' as const,
  requestId: lookup.requestId,
  results: lookup.numbers.map((number) => ({ number, registered: registered(number) })),
  error: null,
  code: null,
})
/** Answers every look-up as it comes, from the first that was not answered yet. */
export const answering = (socket: FakeAccountSocket, registered: (number: string) => boolean) => {
  let answered = 0
  const answerAll = (): void => {
    for (const lookup of socket.lookups().slice(answered)) {
      answered += 1
      socket.say(lookedUp(lookup, registered))
    }
  }
  socket.ws.addEventListener('message', () => queueMicrotask(answerAll))
  answerAll()
}
/** Two of five, by the last digit. */
export const some = (number: string): boolean => Number(number.at(-1)) % 5 < 2

const plain = { b_insert: 0, interval_min: 0, interval_max: 0 }
export const checksOf = (kind: CheckKind, person: Person) => {
  const { token } = person
  const post = (path: string, body: unknown) =>
    ask('POST', `/admin/${kind}/${path}`, { token, body }) as unknown as Promise<Answer>
  const get = async (id: string): Promise<Row> =>
    ((await ask('GET', `/admin/${kind}/${id}`, { token })) as unknown as Answer).json.data
  return {
    create: (body: object) => post('create', { ...plain, ...body }),
    upload: async (whatsappId: string, name: string, text: string, more: Record<string, string> = {}) => {
      const form = new FormData()
      const fields = { whatsapp_id: whatsappId, b_insert: '0', interval_min: '0', interval_max: '0', ...more }
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new File([text], name))
      return ask('POST', `/admin/${kind}/create`, { token, form }) as unknown as Promise<Answer>
    },
    start: (id: string) => post('start', { id }),
    stop: (id: string) => post('stop', { id }),
    edit: (id: string, body: object) =>
      ask('PUT', `/admin/${kind}/${id}`, { token, body: { ...plain, ...body } }) as unknown as Promise<Answer>,
    remove: (id: string) => ask('DELETE', `/admin/${kind}/${id}`, { token }) as unknown as Promise<Answer>,
    get,
    list: async (query = '') =>
      (await ask<{ data: Row[]; totalPages: number }>('GET', `/admin/${kind}/list-per-page?${query}`, { token })).json,
    until: (id: string, what: string, is: (row: Row) => boolean): Promise<Row> =>
      until(what, async () => {
        const row = await get(id)
        return is(row) ? row : null
      }),
    found: async (id: string): Promise<string[]> =>
      (
        await ask<{ list: { number: string }[] }>('GET', `/admin/${kind}/download-result/${id}`, { token })
      ).json.list.map((row) => row.number),
    csv: (id: string) => call('GET', `/admin/${kind}/download-result/${id}?format=csv`, { token }),
  }
}
/** Waits until its sender's object has put everything into the bucket and the row. */
export const kept = (accountId: string, jobId: string): Promise<unknown> =>
  until('kept', async () => (await accountObject(bound, accountId).checkState(jobId))?.kept)
export const range = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(6281300000000 + from + i))
export const rangeBody = (from: number, count: number) => ({
  start_number: range(from, count)[0],
  end_number: range(from, count).at(-1),
})
export const objectsOf = async (jobId: string): Promise<string[]> =>
  (await bound.MEDIA.list({ prefix: `checks/${jobId}/` })).objects.map((o) => o.key.split('/')[2] ?? '')
