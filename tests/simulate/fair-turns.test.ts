// Accounts of three intervals claim for campaigns, and die and give back meanwhile: among equals everybody has their turn, and a lower priority gets
// what higher ones leave (rule campaign-claim). Engine and database are the product's own; counted is what the database commits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CampaignBody } from '../../contract/sending/campaigns.ts'
import { MINUTE_MS } from '../../contract/ground/time.ts'
import { connect, type Db, runBatch } from '../../domain/ground/db/connection.ts'
import { claimSize } from '../../domain/sending/blast/rules.ts'
import { pauseCampaign, resumeCampaign } from '../../domain/sending/campaigns/moves-store.ts'
import { tellCampaign } from '../../worker/tell-pause.ts'
import { launchCampaign } from './launch.ts'
import { calm, connectionLost } from './platform/faults.ts'
import { Random } from './platform/random.ts'
import { TEN_OCLOCK } from './plan.ts'
import { Known } from './promises/known.ts'
import { Turns } from './promises/turns.ts'
import { migratedDatabase, World } from './world.ts'

/** Seconds between two messages of a member's accounts, of which each has two. */
const INTERVALS = [
  { min: 8, max: 16 },
  { min: 20, max: 40 },
  { min: 40, max: 80 },
]
const ACCOUNTS = 2 * INTERVALS.length
const LARGEST = Math.max(...INTERVALS.map((interval) => claimSize({ ...interval, floor: 0 }, 1_000)))
const HUNDRED = 100
/** The recipients of a campaign are a hundred neighbours of the list, or fewer. */
const PREFIX = '628120000'
const hundred = (of: number): string => `${PREFIX}0${of}`

type Claim = Parameters<Turns['onClaimed']>[0]
type Name = 'first' | 'second' | 'third' | 'few' | 'late' | 'low' | 'urgent'
const CAMPAIGNS: Record<Name, { prefix: string } & Partial<CampaignBody>> = {
  first: { prefix: hundred(0) },
  second: { prefix: hundred(1) },
  third: { prefix: hundred(2) },
  // nobody of it is left soon, and it runs on, far behind the others
  few: { prefix: `${hundred(3)}00`, audience: 'rolling' },
  late: { prefix: hundred(4) },
  low: { prefix: hundred(5), priority: 1 },
  // more than a few claims take: while it has people nobody else gets any
  urgent: { prefix: hundred(6), priority: 9 },
}
/** Of one priority; `few` is of it, too, and has people for a moment only. */
const EQUALS: readonly Name[] = ['first', 'second', 'third', 'late']
const EQUAL_PRIORITY = 5

class Place {
  readonly world: World
  readonly #ids = new Map<Name, number>()
  readonly #claimed = new Map<number, number>()
  /** How many were claimed for each since the last of the equals joined. */
  #since = new Map<number, number>()
  /** Who ran out of people since: their turns come later, and more of them. */
  #wentWithout = new Set<number>()
  /** The most by which two equals differed that had people and room all the time since. */
  apart = 0
  /** Claims of the standing blast while a campaign had people and room. */
  passedBy = 0

  constructor() {
    const plan = {
      accounts: ACCOUNTS + 1,
      runners: 2,
      members: INTERVALS.length,
      recipients: 7 * HUNDRED,
      interval: { min: 8, max: 16 },
      unknownToFailMs: 90_000,
      dailyCap: 1_000,
      settleAfterS: 5,
      closesAfter: null,
      size: 'small',
      startsAt: TEN_OCLOCK,
      clocksOff: 'nobody',
      leapDays: 0,
    } as const
    this.world = new World(1, migratedDatabase(), plan, calm)
    const { database } = this.world
    for (const [i, { min, max }] of INTERVALS.entries())
      database.sql(
        'update users set blast_interval_min = ?, blast_interval_max = ? where id = ?',
        min,
        max,
        `member-${i + 1}`,
      )
    const turns = new Turns(new Known(this.world))
    turns.onJoined = (id) => this.#onJoined(id)
    turns.onClaimed = (claim) => this.#onClaimed(claim)
    database.onCommitted = (changes) => turns.committed(changes)
  }
  /** How many were claimed for it, also those that came back. */
  claimed(name: Name): number {
    return this.#claimed.get(this.#id(name)) ?? 0
  }
  /** The same since the last of the equals joined. */
  since(name: Name): number {
    return this.#since.get(this.#id(name)) ?? 0
  }
  /** Of those that were claimed, how many came back unsent. */
  get cameBack(): number {
    const [row] = this.world.database.sql<{ n: number }>('select total(claimed) as n from campaigns')
    return [...this.#claimed.values()].reduce((sum, n) => sum + n, 0) - (row?.n ?? 0)
  }
  /** @throws where it was another's turn (tests/simulate/promises/turns.ts) */
  async pass(minutes: number): Promise<void> {
    const { platform, story } = this.world
    await platform.run({ until: this.world.now + minutes * MINUTE_MS, stop: () => story.violation !== null })
    if (story.violation) throw story.violation
  }
  async until(done: () => boolean): Promise<void> {
    for (let tries = 0; !done() && tries < 200; tries++) await this.pass(0.1)
  }
  begin(): void {
    const { world } = this
    for (const [i, { id }] of world.blasters.entries()) world.after(i * 7_000, 'starts', () => world.wanted.add(id))
    world.membersLook()
    this.#disturb(new Random(5))
  }
  launch(...names: Name[]): Promise<void> {
    return this.world.platform.drive(async () => {
      for (const name of names) {
        const { prefix, ...values } = CAMPAIGNS[name]
        const rule = JSON.stringify({ join: 'and', not: false, of: [{ is: 'number', prefix }] })
        const launch = { by: 'admin', now: this.world.now, rule }
        this.#ids.set(name, await launchCampaign(this.#db, { templates: [{ id: 'c1', weight: 1 }], ...values }, launch))
      }
    })
  }
  pause(name: Name): Promise<unknown> {
    return this.world.platform.drive(async () => {
      await runBatch(this.#db, pauseCampaign(this.#db, this.#id(name)))
      await tellCampaign(this.world.env, this.#db, this.#id(name))
    })
  }
  goOn(name: Name): Promise<unknown> {
    return this.world.platform.drive(() => runBatch(this.#db, resumeCampaign(this.#db, this.#id(name), this.world.now)))
  }
  get #db(): Db {
    return connect(this.world.env.DB)
  }
  #id(name: Name): number {
    return this.#ids.get(name) ?? 0
  }
  /** Again and again an account or a runner dies, or a member stops for a moment. */
  #disturb(random: Random): void {
    const { world } = this
    world.after(random.between(30_000, 90_000), 'disturbs', () => {
      const { id } = random.pick(world.blasters)
      const what = random.pick(['account', 'runner', 'member', 'member'] as const)
      if (what === 'account') world.platform.object('ACCOUNT_BLAST', id).die(connectionLost(), random.below(3))
      else if (what === 'runner') random.pick([...world.runners.values()]).process.kill(random.chance(0.5))
      else world.stopFor(id, random.between(500, 5_000))
      this.#disturb(random)
    })
  }
  #onJoined(id: number): void {
    const [row] = this.world.database.sql<{ priority: number }>('select priority from campaigns where id = ?', id)
    if (row?.priority !== EQUAL_PRIORITY) return
    this.#since = new Map()
    this.#wentWithout = new Set()
  }
  #onClaimed({ campaign, count, ready }: Claim): void {
    if (campaign === null) {
      if (ready.length > 0) this.passedBy += 1
      return
    }
    this.#claimed.set(campaign, (this.#claimed.get(campaign) ?? 0) + count)
    const equals = EQUALS.map((name) => this.#id(name))
    if (!equals.includes(campaign)) return
    const had = (this.#since.get(campaign) ?? 0) + count
    this.#since.set(campaign, had)
    for (const id of equals.filter((one) => one !== campaign)) {
      if (!ready.some((one) => one.id === id)) this.#wentWithout.add(id)
      if (!this.#wentWithout.has(id) && !this.#wentWithout.has(campaign))
        this.apart = Math.max(this.apart, had - (this.#since.get(id) ?? 0))
    }
  }
}

describe('rule campaign-claim: among accounts that die, stop and give back', () => {
  let place: Place
  /** Of each of the equals that ran, once they had taken turns for some minutes. */
  const turns: Record<'together' | 'joined' | 'went on', number[]> = { together: [], joined: [], 'went on': [] }
  const low: Record<'before' | 'after' | 'behind', number> = { before: 0, after: 0, behind: 0 }
  beforeAll(async () => {
    place = new Place()
    const { world } = place
    await place.pass(0.05)
    for (const account of world.accounts) world.link(account)
    await place.pass(0.35)
    await place.launch('low', 'few', 'first', 'second', 'third')
    place.begin()
    await place.pass(5)
    turns.together = [place.since('first'), place.since('second'), place.since('third')]
    await place.pause('second')
    await place.pass(1)
    await place.launch('late')
    await place.pass(4)
    turns.joined = [place.since('first'), place.since('third'), place.since('late')]
    await place.goOn('second')
    await place.pass(5)
    turns['went on'] = EQUALS.map((name) => place.since(name))
    low.before = place.claimed('low')
    await place.until(() => place.claimed('low') > 2 * LARGEST)
    low.after = place.claimed('low')
    await place.launch('urgent')
    await place.until(() => place.claimed('urgent') > 4)
    low.behind = place.claimed('low')
  }, 60_000)
  afterAll(() => place.world.platform.dispose())
  test.each(['together', 'joined', 'went on'] as const)('equals have their turns, %s', (how) => {
    expect(Math.min(...turns[how])).toBeGreaterThanOrEqual(LARGEST)
  })
  test('equals with people and room differ by two claims an account at most, and by two', () => {
    expect(place.apart).toBeLessThanOrEqual(2 * LARGEST * ACCOUNTS)
    expect(place.apart).toBeLessThanOrEqual(2 * LARGEST)
  })
  test('a lower one gets people when the others have none, and nobody while one has', () => {
    expect(low.before).toBe(0)
    expect(low.behind).toBe(low.after)
    expect(place.passedBy).toBe(0)
    expect(EQUALS.map((name) => place.claimed(name) > 60)).toEqual([true, true, true, true])
  })
  test('and many came back unsent meanwhile', () => {
    expect(place.cameBack).toBeGreaterThan(20)
  })
})
