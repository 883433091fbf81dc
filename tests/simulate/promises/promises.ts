// What must hold in every history. Some promises are checked at every message that leaves, some every few seconds, the
// others when everything rests.
import type { World } from '../world.ts'
import { Accounts } from './accounts.ts'
import { AtRest } from './at-rest.ts'
import { Known } from './known.ts'
import { Liveness } from './liveness.ts'
import { Messages } from './messages.ts'

export type Most = { afterStopMs: number; loginsAMinute: number; loginsInTenMinutes: number }

export class Promises {
  readonly known: Known
  readonly accounts: Accounts
  readonly atRest: AtRest
  readonly liveness: Liveness
  /** Called when whoever asked was told that nothing more will be sent to this number. */
  onForbidden: (number: string) => void = () => {}
  readonly #messages: Messages
  readonly #world: World

  constructor(world: World) {
    this.#world = world
    this.known = new Known(world)
    this.accounts = new Accounts(this.known)
    this.#messages = new Messages(this.known, (accountId) => this.accounts.checkAccount(accountId))
    this.liveness = new Liveness(this.known)
    this.atRest = new AtRest(this.known, this.accounts)
  }

  /** The worst that was seen, milliseconds and counts. */
  get most(): Most {
    const { aMinute, tenMinutes } = this.liveness.most
    return { afterStopMs: this.#messages.longestAfterStop, loginsAMinute: aMinute, loginsInTenMinutes: tenMinutes }
  }

  // ---------------------------------------------------------------- what the scenario reports
  /** @param accountId null: everybody */
  disturb(accountId: string | null, forMs = 0): void {
    this.known.disturb(accountId, forMs)
  }
  forbid(number: string): void {
    if (!this.known.forbidden.has(number)) this.known.forbidden.set(number, this.#world.now)
    this.onForbidden(number)
  }
  erase(number: string): void {
    this.known.erased.set(number, this.#world.now)
    this.#messages.erased(number)
  }
  isErased(number: string): boolean {
    return this.known.erased.has(number)
  }
}
