// R2 as the objects use it: put, get, head, delete, list by prefix. Ranges, conditions and multipart uploads are not modelled.
import { ask } from './ask.ts'
import type { Billed } from '../metered.ts'
import type { Core } from './core.ts'
import { platformError } from './faults.ts'

type Stored = { bytes: Uint8Array; httpMetadata: R2HTTPMetadata; uploaded: Date }
const PAGE = 1_000
type Body = string | ArrayBuffer | ArrayBufferView | null

const bytesOf = (body: Body): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body === null) return new Uint8Array()
  if (body instanceof ArrayBuffer) return new Uint8Array(body.slice(0))
  return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength))
}
const headOf = (key: string, { bytes, httpMetadata, uploaded }: Stored) => ({
  key,
  size: bytes.length,
  httpMetadata,
  uploaded,
})
const bodyOf = (key: string, stored: Stored) => {
  const text = (): string => new TextDecoder().decode(stored.bytes)
  return {
    ...headOf(key, stored),
    text: async () => text(),
    json: async (): Promise<unknown> => JSON.parse(text()),
    arrayBuffer: async () => new Uint8Array(stored.bytes).buffer,
  }
}

export class Bucket {
  readonly #core: Core
  readonly #stored = new Map<string, Stored>()
  constructor(core: Core) {
    this.#core = core
  }

  put(key: string, body: Body, options: { httpMetadata?: R2HTTPMetadata } = {}) {
    const bytes = bytesOf(body)
    return this.#do('bucket-a', key, () => {
      const stored = { bytes, httpMetadata: options.httpMetadata ?? {}, uploaded: new Date(this.#core.clock.now) }
      this.#stored.set(key, stored)
      return headOf(key, stored)
    })
  }
  get(key: string) {
    return this.#do('bucket-b', key, () => {
      const stored = this.#stored.get(key)
      return stored ? bodyOf(key, stored) : null
    })
  }
  head(key: string) {
    return this.#do('bucket-b', key, () => {
      const stored = this.#stored.get(key)
      return stored ? headOf(key, stored) : null
    })
  }
  /** Sorted by key, a thousand at a time; with a delimiter what lies behind it is one prefix. */
  list({
    prefix = '',
    cursor = '',
    startAfter = '',
    limit = PAGE,
    delimiter,
  }: {
    prefix?: string
    cursor?: string
    startAfter?: string
    limit?: number
    delimiter?: string
  } = {}) {
    return this.#do('bucket-a', prefix, () => {
      const after = cursor > startAfter ? cursor : startAfter
      const keys = [...this.#stored.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
      const folderOf = (key: string): string | null => {
        const end = delimiter === undefined ? -1 : key.indexOf(delimiter, prefix.length)
        return end === -1 ? null : key.slice(0, end + 1)
      }
      const entries = [...new Set(keys.map((key) => folderOf(key) ?? key))]
      const shown = entries.slice(0, limit)
      const isFolder = (entry: string): boolean => !this.#stored.has(entry) || folderOf(entry) === entry
      const objects = shown
        .filter((entry) => !isFolder(entry))
        .map((key) => headOf(key, this.#stored.get(key) as Stored))
      const page = { objects, delimitedPrefixes: shown.filter(isFolder) }
      const last = shown.at(-1) ?? ''
      // behind every key of a prefix
      return entries.length > limit
        ? { ...page, truncated: true as const, cursor: isFolder(last) ? `${last}\uffff` : last }
        : { ...page, truncated: false as const }
    })
  }
  delete(keys: string | string[]): Promise<void> {
    return this.#do(null, [keys].flat()[0] ?? '', () => {
      for (const key of [keys].flat()) this.#stored.delete(key)
    })
  }

  /** For the scenario only, without a network: what is stored under this prefix, by key. */
  texts(prefix: string): [key: string, text: string][] {
    const keys = [...this.#stored.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    return keys.map((key) => [key, new TextDecoder().decode(this.#stored.get(key)?.bytes)])
  }

  /** @param billed deleting costs nothing */
  #do<T>(billed: Billed | null, key: string, work: () => T): Promise<T> {
    if (billed) this.#core.billed(billed)
    return ask<T>(this.#core, 'bucket', 'bucket', (reply) => {
      const fate = this.#core.faults.bucket(key)
      if (fate === 'refused')
        return reply({
          error: platformError('internal error: We encountered an internal error. Please try again. (10001)'),
        })
      const value = work()
      reply(fate === 'answer-lost' ? { error: platformError('Network connection lost.') } : { value })
    })
  }
}
