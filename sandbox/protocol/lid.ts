// Phone number ↔ LID, both ways without a table: a small Feistel network over 50 bits keyed by the seed.
// As on WhatsApp, a LID tells nothing about its number to who does not hold the key.
import { createHmac } from 'node:crypto'

const HALF = 1 << 25
const ROUNDS = 4

export interface LidBook {
  lidOf: (phone: string) => string
  /** The number behind a LID; a user that is no LID of ours comes back as it is. */
  phoneOf: (user: string) => string
}

export function makeLidBook(seed: Buffer): LidBook {
  const mix = (round: number, half: number): number =>
    createHmac('sha256', seed).update(`lid|${round}|${half}`).digest().readUInt32BE(0) % HALF
  return {
    lidOf(phone) {
      const number = Number(phone)
      let left = Math.floor(number / HALF)
      let right = number % HALF
      for (let round = 0; round < ROUNDS; round++) [left, right] = [right, (left ^ mix(round, right)) >>> 0]
      return `1${String(left * HALF + right).padStart(16, '0')}`
    },
    phoneOf(user) {
      if (user.length !== 17 || !user.startsWith('1')) return user
      const number = Number(user.slice(1))
      let left = Math.floor(number / HALF)
      let right = number % HALF
      for (let round = ROUNDS - 1; round >= 0; round--) [left, right] = [(right ^ mix(round, left)) >>> 0, left]
      return String(left * HALF + right)
    },
  }
}
