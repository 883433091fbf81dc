// Many linked accounts and their runners under the virtual clock, in the state in which linking leaves them.
import { newDocument } from '../../durable-objects/account-blast/document/new-document.ts'
import { VaultCipher } from '../../runner/whatsapp/vault-cipher.ts'
import type { Database } from './platform/d1.ts'
import { calm, type Faults } from './platform/faults.ts'
import type { Random } from './platform/random.ts'
import { VAULT_KEYS } from './runner.ts'
import { lidOf } from './whatsapp-parts.ts'
import { type Plan, TEN_OCLOCK } from './plan.ts'
import { migratedDatabase, MINUTE_MS, World } from './world.ts'

const WITHIN_MS = 15 * MINUTE_MS
const PLACED_OVER_MS = 30_000

type Fleet = {
  accounts: number
  runners: number
  seed: number
  members?: number
  startsAt?: number
  timer?: 'place' | 'reconnect'
  on?: { database?: Database; faults?: (random: Random) => Partial<Faults> }
}

export class LinkedFleet {
  readonly world: World
  readonly #cipher = new VaultCipher(VAULT_KEYS)

  /** By which each looks for its first runner. */
  readonly #timer: 'place' | 'reconnect'

  constructor({ accounts, runners, seed, members = 2, startsAt = TEN_OCLOCK, timer = 'place', on = {} }: Fleet) {
    this.#timer = timer
    const plan: Plan = {
      accounts,
      runners,
      recipients: 0,
      interval: { min: 5, max: 15 },
      unknownToFailMs: 600_000,
      dailyCap: 1_000,
      settleAfterS: 60,
      closesAfter: null,
      size: 'small',
      startsAt,
      clocksOff: 'nobody',
      members,
      leapDays: 0,
    }
    this.world = new World(seed, on.database ?? migratedDatabase(), plan, on.faults ?? calm)
  }
  /** true: every account has a session in some runner. */
  async connectAll(): Promise<void> {
    for (const account of this.world.accounts) this.#putLinked(account)
    await this.until(() => this.openNow() === this.world.accounts.length)
  }
  openNow(): number {
    return [...this.world.whatsapp.devices.values()].filter((device) => device.client?.isHeld()).length
  }
  /** @throws the first rule that was broken meanwhile */
  async until(done: () => boolean): Promise<void> {
    const { world } = this
    const latest = world.now + WITHIN_MS
    while (!done() && world.now < latest) await world.platform.run({ until: world.now + 500 })
    if (world.story.violation) throw world.story.violation
  }

  /** Puts its creds into the vault and sets the timer that looks for a runner. */
  #putLinked({ id, phone, userId, purpose }: World['accounts'][number]): void {
    const { world } = this
    const deviceId = world.whatsapp.pair(phone, id)
    const me = { phone, lid: lidOf(phone), pushname: 'Uji' }
    const { disk } = world.platform.object('ACCOUNT_BLAST', id)
    const place = world.now + world.whatsapp.random.between(0, PLACED_OVER_MS)
    const doc = newDocument({ accountId: id, clientid: `client-${id}`, userId, purpose, now: world.now })
    Object.assign(doc, { phone, linked: true, base: 'reconnecting', timers: { [this.#timer]: Math.round(place) } })
    disk.engine.run('insert into document (id, value) values (1, ?)', [JSON.stringify(doc)])
    const sealed = this.#cipher.seal(id, 'creds', 'creds', JSON.stringify({ deviceId, me }))
    disk.engine.run(`insert into vault (generation, type, id, data) values (?, 'creds', 'creds', ?)`, [
      doc.vaultGeneration,
      sealed,
    ])
    // it must wake once to set its alarm
    world.after(place - world.now, 'wakes', () => world.call('poke', id, (object) => object.poke()))
  }
}
