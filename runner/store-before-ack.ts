// What arrives from WhatsApp is told to the account's object, and stored there, before WhatsApp hears that we have it: a
// crash in between makes WhatsApp deliver it again instead of losing an opt-out or a receipt.
import type { Fact } from '../contract/runner.ts'

export type StoreBeforeAckPorts = {
  /** `stored` is called when the object has it. */
  push: (fact: Fact, stored?: () => void) => void
  /** Its own answer to WhatsApp is held back this long at most. */
  storeMs: number
  /** The object does not take it: the connection must end, so that WhatsApp is not told that we have it. */
  notStored: () => void
}

export class StoreBeforeAck {
  readonly #ports: StoreBeforeAckPorts

  constructor(ports: StoreBeforeAckPorts) {
    this.#ports = ports
  }
  /** `stored` is never called when it is not stored: then the connection ends, and WhatsApp delivers it again. */
  push(fact: Fact, stored: () => void): void {
    const timer = setTimeout(this.#ports.notStored, this.#ports.storeMs)
    this.#ports.push(fact, () => {
      clearTimeout(timer)
      stored()
    })
  }
}
