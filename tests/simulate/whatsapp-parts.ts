// The parts of WhatsApp's side of the simulator: clients, messages, devices, and the behaviour that the scenario can change.
import type { Fact } from '../../contract/operation/runner.ts'

/** One end of a connection to WhatsApp, as the server has it. */
export type Client = {
  readonly accountId: string
  readonly deviceId: string
  /** The name of its process. */
  readonly runner: string
  /** Through which it dials; null: none. */
  readonly proxy: string | null
  /** true: the process lives and believes that the socket is open. */
  isHeld: () => boolean
  /** Delivers something after the time that the way takes; never after the connection is gone. */
  hear: (what: string, run: () => void) => void
  /** The server closed, or the connection broke. */
  closed: (code: number) => void
  /** `stored`: called when the client says that it has it, so that it need not be sent again. */
  receive: (fact: Fact, stored: () => void) => void
  /** The recipient asks for this message again. `answered` gets whether it was sent again. */
  repair: (messageId: string, answered: (again: boolean) => void) => void
  acked: (messageId: string, error: number | null) => void
}
/** A message that has left. */
export type Sent = {
  id: string
  number: string
  text: string
  chain: string
  count: number
  fresh: boolean
  /** To whom it is encrypted. */
  lid: string
  leftAt: number
}
export type Received = Sent & { at: number; accountId: string; readable: boolean; refused: boolean }
export type Pending = { what: string; deliver: (client: Client, stored: () => void) => void }
export type Device = {
  id: string
  phone: string
  accountId: string
  valid: boolean
  banned: boolean
  client: Client | null
  /** Kept until the device acknowledges them. */
  pending: Set<Pending>
  /** New chats are refused until then, epoch ms. */
  limitedUntil: number
}
/** What the scenario can change. */
export type Moods = {
  /** Nobody reads anything before this, epoch ms; then everything is read at once. */
  muteUntil: number
  /** Until then it ends each connection a moment after the login. */
  endsLoginsUntil: number
  /** Acks are held until then. */
  holdAcksUntil: number
  refuseQuery: number
  leaveOut: number
  loseAck: number
  unreadable: number
  stop: number
}

export const CALM: Moods = {
  muteUntil: 0,
  endsLoginsUntil: 0,
  holdAcksUntil: 0,
  refuseQuery: 0,
  leaveOut: 0,
  loseAck: 0,
  unreadable: 0,
  stop: 0,
}

/** A number is on WhatsApp unless its last digit is 7. */
export const isRegistered = (number: string): boolean => !number.endsWith('7')
/** The first LID of a number, which contains no part of the number. */
export const lidOf = (number: string): string => `9${[...number].toReversed().join('')}`
/** Whose LID is which now. A person who starts over with their number, on another phone, has another one, and the old one is nobody's. */
export class Lids {
  readonly #newLids = new Map<string, number>()
  of(number: string): string {
    const times = this.#newLids.get(number)
    return times === undefined ? lidOf(number) : `${lidOf(number)}${times}`
  }
  /** All that this number had and has. */
  all(number: string): string[] {
    return [
      lidOf(number),
      ...Array.from({ length: this.#newLids.get(number) ?? 0 }, (_, i) => `${lidOf(number)}${i + 1}`),
    ]
  }
  beginAnew(number: string): void {
    this.#newLids.set(number, (this.#newLids.get(number) ?? 0) + 1)
  }
}
/** true: the product's answer to somebody who wrote STOP. */
export const isAnswer = (text: string): boolean => text.startsWith('Baik, Anda')
/** Half of the people stop in words of their own where the account knows that it wrote to them: from others these mean nothing (rule own-words). */
export const saidBy = (number: string, text: string, isWrittenTo: () => boolean): string =>
  text === 'STOP' && Number(number.at(-1)) % 2 === 1 && isWrittenTo() ? 'Stop dong kak, jangan kirim lagi' : text
/** Every third message is read at once; WhatsApp says both with one time. */
export const receiptsOf = (messageId: string, at: number) => {
  const isRead = messageId.charCodeAt(messageId.length - 1) % 3 === 0
  const types = isRead ? (['delivered', 'read'] as const) : (['delivered'] as const)
  return types.map((type) => ({ messageId, type, at }))
}
