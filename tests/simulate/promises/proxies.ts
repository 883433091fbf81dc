// Where a place has proxies, nobody dials without one, and none serves two accounts (rule proxy-one-account).
import type { Client } from '../whatsapp-parts.ts'
import type { Known } from './known.ts'

export class Proxies {
  readonly #known: Known
  readonly #clients = new Set<Client>()

  constructor(known: Known) {
    this.#known = known
    const { world } = known
    if (world.proxies.length > 0) world.whatsapp.onDialled = (client) => this.#onDialled(client)
  }
  #onDialled(client: Client): void {
    if (client.proxy === null) this.#known.fail('proxy-one-account', `${client.accountId} dials without a proxy`)
    for (const other of this.#clients) {
      if (!other.isHeld()) this.#clients.delete(other)
      else if (other.proxy === client.proxy && other.accountId !== client.accountId)
        this.#known.fail('proxy-one-account', `${client.accountId} dials through the proxy of ${other.accountId}`)
    }
    this.#clients.add(client)
  }
}
