// Acknowledges what arrives from WhatsApp only after the account's object has stored it. After a crash in between WhatsApp
// delivers it again; acknowledged first, an opt-out or a receipt would be lost.
import type { Fact } from '../contract/operation/runner.ts'

export type StoreBeforeAckPorts = {
  /** `stored` is called when the object has it. */
  push: (fact: Fact, stored?: () => void) => void
  /** Longest time that the acknowledgement to WhatsApp is held back, ms. */
  storeMs: number
  /** The object did not store it in time: the connection must end, so that nothing is acknowledged to WhatsApp. */
  notStored: () => void
}

export class StoreBeforeAck {
  readonly #ports: StoreBeforeAckPorts

  constructor(ports: StoreBeforeAckPorts) {
    this.#ports = ports
  }
  /** `stored` is called only once it is stored; else the connection ends, and WhatsApp delivers it again. */
  push(fact: Fact, stored: () => void): void {
    const timer = setTimeout(this.#ports.notStored, this.#ports.storeMs)
    this.#ports.push(fact, () => {
      clearTimeout(timer)
      stored()
    })
  }
}
