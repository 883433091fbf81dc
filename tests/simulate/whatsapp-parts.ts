// What WhatsApp's side of the simulator is made of: clients, messages, devices, and the moods the scenario may switch.
import type { Fact } from '../../contract/runner.ts'

/** One end of a connection to WhatsApp, as the server knows it. */
export type Client = {
  readonly accountId: string
  readonly deviceId: string
  /** The process lives and takes the socket for open. */
  isHeld: () => boolean
  /** Something arrives, after the way it takes; never after the connection is gone. */
  hear: (what: string, run: () => void) => void
  /** The server closed, or the connection broke. */
  closed: (code: number) => void
  /** `stored`: the client says that it has it, and it need not come again. */
  receive: (fact: Fact, stored: () => void) => void
  /** The recipient asks for this message again. `answered` says whether it was sent again. */
  repair: (messageId: string, answered: (again: boolean) => void) => void
  acked: (messageId: string, error: number | null) => void
}
/** A message as it left. */
export type Sent = {
  id: string
  number: string
  text: string
  chain: string
  count: number
  fresh: boolean
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
  /** Kept until the device says it has them. */
  pending: Set<Pending>
  /** New chats are refused until then, epoch ms. */
  limitedUntil: number
}
/** What the scenario may switch. */
export type Moods = {
  /** Nothing is read before this, epoch ms: then all of it. */
  muteUntil: number
  /** Acks are held until then. */
  holdAcksUntil: number
  refuseQuery: number
  leaveOut: number
  loseAck: number
  unreadable: number
  stop: number
}

/** A number is on WhatsApp unless its last digit is 7. */
export const isRegistered = (number: string): boolean => !number.endsWith('7')
/** Nothing of the number is in it. */
export const lidOf = (number: string): string => `9${[...number].toReversed().join('')}`
/** Ours to somebody who wrote STOP. */
export const isAnswer = (text: string): boolean => text.startsWith('Baik, Anda')
