// What must hold in every history. Some promises are checked at every message that leaves, some every few seconds, the
// others when everything rests.
import type { World } from '../world.ts'
import { Accounts } from './accounts.ts'
import { Again } from './again.ts'
import { AtRest } from './at-rest.ts'
import { Campaigns } from './campaigns.ts'
import { Files } from './files.ts'
import { Known } from './known.ts'
import { Liveness } from './liveness.ts'
import { Messages } from './messages.ts'
import { Proxies } from './proxies.ts'
import { Terms } from './terms.ts'
import { Told } from './told.ts'
import { Topics } from './topics.ts'
import { Turns } from './turns.ts'

export type Most = { afterStopMs: number; loginsAMinute: number; loginsInTenMinutes: number }

export class Promises {
  readonly known: Known
  readonly accounts: Accounts
  readonly atRest: AtRest
  readonly liveness: Liveness
  readonly again: Again
  readonly proxies: Proxies
  readonly files: Files
  readonly told: Told
  readonly terms: Terms
  readonly campaigns: Campaigns
  readonly topics: Topics
  readonly turns: Turns
  /** Called when the person who asked was told that nothing more will be sent to this number. */
  onForbidden: (number: string) => void = () => {}
  readonly #messages: Messages
  readonly #world: World

  constructor(world: World) {
    this.#world = world
    this.known = new Known(world)
    this.accounts = new Accounts(this.known)
    this.campaigns = new Campaigns(this.known)
    this.topics = new Topics(this.known)
    this.turns = new Turns(this.known)
    this.terms = new Terms(this.known, this.campaigns)
    this.#messages = new Messages(this.known, this, (accountId) => this.accounts.checkAccount(accountId))
    this.liveness = new Liveness(this.known)
    this.again = new Again(this.known)
    this.proxies = new Proxies(this.known)
    this.files = new Files(this.known)
    this.told = new Told(this.known)
    world.onSaid = (text) => {
      this.accounts.onSaid(text)
      this.told.onSaid(text)
    }
    this.atRest = new AtRest(this.known, this)
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
  /** @param forGood false: only its row must not be written to, and it may come back */
  forbid(number: string, forGood = true): void {
    // somebody else has allowed it meanwhile
    if (!forGood && this.known.isActive(number)) return
    if (!this.known.forbidden.has(number)) this.known.forbidden.set(number, this.#world.now)
    if (forGood) this.known.stopped.add(number)
    this.onForbidden(number)
  }
  /** Somebody asks that this number be written to again; whether it may be is the product's decision. */
  mayComeBack(number: string): void {
    if (!this.known.stopped.has(number)) this.known.forbidden.delete(number)
  }
  /** The stop was lifted. The number stays nonactive. */
  lifted(number: string): void {
    this.known.lift(number)
    this.forbid(number, false)
  }
  erase(number: string): void {
    this.known.erase(number)
    this.#messages.erased(number)
  }
  isErased(number: string): boolean {
    return this.known.erased.has(number)
  }
}
