// Seeded randomness: a generator for the platform, and one that replaces Math.random, random ids and random bytes.
import nodeCrypto from 'node:crypto'
import { subtle } from './subtle.ts'
import type { Replacements } from './timers.ts'

/** sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, passes its tests, and costs some nanoseconds. */
export class Random {
  #a: number
  #b: number
  #c: number
  #d = 1

  constructor(seed: number) {
    this.#a = seed | 0
    this.#b = Math.floor(seed / 0x1_0000_0000) | 0
    this.#c = 0x9e3779b9
    for (let i = 0; i < 12; i++) this.uint32()
  }
  uint32(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t
    this.#c |= 0
    return t >>> 0
  }
  /** 0 ≤ x < 1. */
  next(): number {
    return (this.uint32() * 0x20_0000 + (this.uint32() >>> 11)) / 0x20_0000_0000_0000
  }
  /** min ≤ x < max. */
  between(min: number, max: number): number {
    return min + (max - min) * this.next()
  }
  /** A whole number, 0 ≤ n < count. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }
  chance(probability: number): boolean {
    return this.next() < probability
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
  /** Another generator; drawing from it does not change this one. */
  fork(): Random {
    return new Random(this.uint32() * 0x20_0000 + (this.uint32() >>> 11))
  }
  bytesInto<T extends ArrayBufferView>(view: T): T {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.uint32()
    return view
  }
  uuid(): string {
    const bytes = this.bytesInto(new Uint8Array(16))
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
    const hex = Buffer.from(bytes.buffer).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}

/** Callers must pass the change on to named imports with `syncBuiltinESMExports()`. */
export const replaceChance = (random: Random, replace: Replacements): void => {
  const uuid = (): string => random.uuid()
  replace.set(Math, 'random', () => random.next())
  replace.set(crypto, 'randomUUID', uuid)
  replace.set(crypto, 'getRandomValues', <T extends ArrayBufferView>(view: T): T => random.bytesInto(view))
  replace.set(crypto, 'subtle', subtle)
  replace.set(nodeCrypto, 'randomUUID', uuid)
  replace.set(nodeCrypto, 'randomBytes', (size: number): Buffer => random.bytesInto(Buffer.alloc(size)))
}
