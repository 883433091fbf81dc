// What a case of the conformance suite works with: it calls the running Worker by the specification's own line, and every
// answer is held to the keys, texts and statuses that the line promises and to the contract's schema of that answer.
import { expect } from 'vitest'
import { ROUTES } from '../../../../contract/api/table.ts'
import { call } from '../api.ts'
import type { Person } from '../people.ts'
import { plain } from '../calls.ts'
import { KEYED, pressOnce } from '../presses.ts'

type Json = Record<string, unknown>
export type Sent = {
  as?: Person | null
  /** Fills the path's {id}. */
  id?: string | number
  query?: string
  body?: unknown
  form?: Record<string, string | File>
}
export type Refused = { status: number; text: string; fields?: readonly string[]; code?: number }
/** keyed: writes that were held to what a key promises. */
export type Tally = { good: number; refused: number; keyed: number }

const schemas = new Map(
  ROUTES.flatMap(([route, { sends, answer }]) => (sends === 'json' ? [[plain(route), answer]] : [])),
)
/** The value at `a.0.b`. */
const at = (json: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Json | undefined)?.[key], json)

export class Line {
  readonly name: string
  readonly tally: Tally = { good: 0, refused: 0, keyed: 0 }
  readonly #method: string
  readonly #path: string
  constructor(name: string) {
    this.name = name
    const [method = '', path = ''] = name.split(' ')
    this.#method = method
    this.#path = path
  }
  async send(sent: Sent): Promise<Response> {
    const { path, ...asked } = this.#request(sent)
    return call(this.#method, path, asked)
  }
  /** A write that takes a key is held to what it promises. */
  #pressed(sent: Sent): Promise<Response> {
    if (!sent.as || !KEYED.has(plain(this.name))) return this.send(sent)
    const { path, ...asked } = this.#request(sent)
    this.tally.keyed += 1
    return pressOnce([this.#method, path], asked)
  }
  #request({ as = null, id, query = '', body, form }: Sent) {
    const path = this.#path.replace(/\{[a-zA-Z]+\}/, encodeURIComponent(String(id ?? '')))
    if (path.includes('{') || (this.#path.includes('{') && id === undefined)) throw new Error(`no id for ${this.name}`)
    const data = form ? new FormData() : undefined
    for (const [key, value] of Object.entries(form ?? {})) data?.set(key, value)
    return { path: `${path}${query}`, token: as?.token, body, ...(data ? { form: data } : {}) }
  }
  /** 200 with these keys; `same`: places that hold one value, where the specification shows both. */
  async good<T = Json>(
    sent: Sent,
    keys: readonly string[],
    same: readonly (readonly [string, string])[] = [],
  ): Promise<T> {
    const response = await this.#pressed(sent)
    const json = await response.json<T>()
    expect([this.name, response.status, response.status === 200 ? '' : json]).toEqual([this.name, 200, ''])
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    for (const key of keys) expect([this.name, key, at(json, key) !== undefined]).toEqual([this.name, key, true])
    for (const [one, other] of same) expect([one, at(json, one)]).toEqual([one, at(json, other)])
    const schema = schemas.get(plain(this.name))
    if (schema) expect([this.name, schema.safeParse(json).error?.issues ?? []]).toEqual([this.name, []])
    this.tally.good += 1
    return json
  }
  async page<T = Json>(sent: Sent, keys: readonly string[]): Promise<T> {
    const first = await this.good<T>(
      { ...sent, query: `?page=1${sent.query ?? ''}` },
      ['data', 'meta.totalPages', ...keys.map((key) => `data.0.${key}`)],
      [
        ['data', 'list'],
        ['meta.totalPages', 'totalPages'],
      ],
    )
    await this.good({ ...sent, query: sent.query ? `?${sent.query.slice(1)}` : '' }, ['data', 'meta.totalPages'])
    const past = await this.good<{ data: unknown[] }>({ ...sent, query: `?page=999${sent.query ?? ''}` }, ['data'])
    expect([this.name, past.data]).toEqual([this.name, []])
    await this.refused({ ...sent, query: '?page=0' }, { status: 422, text: INVALID, fields: ['page'] })
    return first
  }
  /** Refused with this status and text, under all three names. */
  async refused(sent: Sent, { status, text, fields, code }: Refused): Promise<void> {
    const response = await this.send(sent)
    const json = await response.json<Json & { fields?: Json }>()
    const got = [response.status, json['msg'], json['message'], json['error'], json['code']]
    expect([this.name, ...got]).toEqual([this.name, status, text, text, text, code])
    expect(json).toMatchObject({ reason: expect.any(String), requestId: expect.any(String) })
    if (fields) expect([this.name, ...Object.keys(json.fields ?? {})]).toEqual([this.name, ...fields])
    this.tally.refused += 1
  }
  /** The signed-in answer of every line, and what nobody and the wrong role get. */
  async closed(sent: Sent, strangers: readonly Person[] = []): Promise<void> {
    await this.refused({ ...sent, as: null }, { status: 401, text: 'Authorization token is missing' })
    for (const as of strangers)
      await this.refused({ ...sent, as }, { status: 403, text: 'Anda tidak memiliki akses ke halaman ini.' })
  }
  /** A file with this name; what it holds. */
  async file(sent: Sent, name: string, type: RegExp): Promise<string> {
    const response = await this.send(sent)
    expect([this.name, response.status]).toEqual([this.name, 200])
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(response.headers.get('content-type')).toMatch(type)
    this.tally.good += 1
    return response.text()
  }
}

export const INVALID = 'Data yang dikirim tidak valid. Periksa kembali isian Anda.'
export const NOT_FOUND = { status: 404, text: 'Data tidak ditemukan.' } as const
