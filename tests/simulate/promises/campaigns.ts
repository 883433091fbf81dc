// What a campaign promises: nobody gets it twice, nobody but those who were written down, and nothing of it while it is paused, outside of its hours or
// above its budget; and its figures are what its messages were.
import { bitsOf } from '../../../contract/ground/came.ts'
import { momentAt } from '../../../contract/ground/moments.ts'
import { type CampaignBody, minutesOf } from '../../../contract/sending/campaigns.ts'
import { CAMPAIGN_ROWS_DAYS } from '../../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { rupiahToSen } from '../../../contract/ground/money.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { momentOfDay } from '../../../domain/sending/campaigns/rules.ts'
import type { Received } from '../whatsapp-parts.ts'
import type { Known, Row } from './known.ts'

/** From when on nothing of it is decided, and until when. surely: everybody who held somebody has heard it. */
type Silence = { begun: number; since: number; until: number; surely: boolean }
type One = {
  /** As it was made and as it was changed: an account goes by what it claimed with. */
  versions: CampaignBody[]
  /** Who was written down; empty: its launch is not over yet. */
  people: Set<string>
  /** Number → its message. */
  got: Map<string, string>
  /** Sen that these cost. */
  costSen: number
  silences: Silence[]
}
const ONLY_CAMPAIGNS = 'Promo '

/** An account of release 0.3.0, beside this one, tells of nobody what came of their message, nor why one had failed that arrived after all. */
const TELLS_ALL = !['accounts', 'stored'].includes(process.env['SIMULATE_OF'] ?? '')

export class Campaigns {
  readonly #known: Known
  readonly #all = new Map<number, One>()

  constructor(known: Known) {
    this.#known = known
  }
  // ---------------------------------------------------------------- what the scenario reports
  made(id: number, values: CampaignBody): void {
    const one = this.#all.get(id)
    if (one) one.versions.push(values)
    else this.#all.set(id, { versions: [values], people: new Set(), got: new Map(), costSen: 0, silences: [] })
  }
  launched(id: number): void {
    const numbers = this.#known.world.database.sql<{ number: string }>(
      'select p.number from campaign_people q join phone_numbers p on p.id = q.number_id where q.campaign_id = ?',
      id,
    )
    for (const { number } of numbers) this.#all.get(id)?.people.add(number)
  }
  silence(id: number, begun: number): Silence {
    const made = { begun, since: Infinity, until: Infinity, surely: false }
    this.#all.get(id)?.silences.push(made)
    return made
  }
  goesOn(id: number, at: number): void {
    for (const one of this.#all.get(id)?.silences ?? []) one.until = Math.min(one.until, at)
  }

  // ---------------------------------------------------------------- at each message
  check({ number, id: messageId, accountId, text }: Received, attempt: Row): void {
    const isItsText = text.startsWith(ONLY_CAMPAIGNS)
    if (attempt.campaign === null || attempt.campaign === undefined) {
      if (isItsText) this.#known.fail('campaign-only', `${accountId} sends ${number} “${text}” of a campaign for none`)
      return
    }
    const campaign = Number(attempt.campaign)
    const one = this.#all.get(campaign)
    if (!one) return this.#known.fail('campaign-people', `${messageId} is of campaign ${campaign}, which nobody made`)
    if (!isItsText) this.#known.fail('campaign-only', `${number} gets “${text}” for campaign ${campaign}`)
    const before = one.got.get(number)
    if (before !== undefined)
      this.#known.fail('campaign-once', `${number} got ${before} and ${messageId} of campaign ${campaign}`)
    one.got.set(number, messageId)
    one.costSen += Number(attempt.price_sen)
    this.#inBudget(campaign, one)
    sometimes('a message of a campaign leaves')
    if (one.people.size > 0 && !one.people.has(number) && !this.#joined(campaign, number))
      this.#known.fail('campaign-people', `${number} gets campaign ${campaign} and was never one of its people`)
    const decidedAt = Number(attempt.created_at)
    this.#whilePaused(one, { campaign, accountId, messageId, decidedAt })
    const zones = this.#zonesOf(campaign, number)
    if (!one.versions.some((values) => zones.some((ahead) => this.#isOpen(values, decidedAt, ahead))))
      this.#known.fail('campaign-hours', `${messageId} of campaign ${campaign} was decided outside of its hours`)
  }
  /** At every moment, by the highest budget that it ever had: what arrived is paid, whatever its account knows of it yet. */
  #inBudget(campaign: number, { versions, got, costSen }: One): void {
    const most = (of: (values: CampaignBody) => number | null): number =>
      Math.max(...versions.map((values) => of(values) ?? Infinity))
    const messages = most(({ budget }) => budget)
    if (got.size > messages)
      this.#known.fail(
        'campaign-budget',
        `${got.size} people have got campaign ${campaign}, whose budget is ${messages}`,
      )
    const sen = rupiahToSen(most(({ budget_rupiah: rupiah }) => rupiah))
    if (costSen > sen)
      this.#known.fail(
        'campaign-budget',
        `the messages of campaign ${campaign} cost ${costSen} sen, and its budget is ${sen}`,
      )
  }
  /** Since its launch, one whose people are renewed (rule campaign-rolling). */
  #joined(campaign: number, number: string): boolean {
    const rows = this.#known.world.database.sql(
      `select 1
       from campaigns c
       join campaign_people q on q.campaign_id = c.id
       join phone_numbers p on p.id = q.number_id
       where c.id = ? and c.rolled_at is not null and p.number = ?`,
      campaign,
      number,
    )
    if (rows.length > 0) sometimes('somebody joins a campaign after its launch')
    return rows.length > 0
  }
  /** What a message of this campaign may pay, where its sender's price is this. */
  prices(campaign: number, sen: number): number[] {
    return (this.#all.get(campaign)?.versions ?? []).map(({ price }) =>
      Math.max(sen, price === null ? 0 : rupiahToSen(price)),
    )
  }
  #whilePaused(
    { silences }: One,
    {
      campaign,
      accountId,
      messageId,
      decidedAt,
    }: Record<'accountId' | 'messageId', string> & Record<'campaign' | 'decidedAt', number>,
  ): void {
    const { hostsMs } = this.#known
    for (const { begun, since, until, surely } of silences)
      if (decidedAt > since + hostsMs && decidedAt < until - hostsMs)
        if (surely || this.#known.isUndisturbed(accountId, begun))
          this.#known.fail(
            'campaign-pause',
            `${messageId} of campaign ${campaign} was decided ${decidedAt - since} ms after its pause`,
          )
  }
  /** Hours that the clock of its row's zone is ahead of Jakarta's; after a restoration nobody may know it. */
  #zonesOf(campaign: number, number: string): number[] {
    const rows = this.#known.world.database.sql<{ ahead: number }>(
      `select q.at / 1000000000000000 as ahead
       from campaign_people q
       join phone_numbers p on p.id = q.number_id
       where q.campaign_id = ? and q.state in (0, 1) and p.number = ?`,
      campaign,
      number,
    )
    for (const { ahead } of rows) sometimes('a message of a campaign leaves in the hours of another zone', ahead > 0)
    return rows.length > 0 ? rows.map(({ ahead }) => ahead) : [0, 1, 2]
  }
  #isOpen({ from, until, end_at: end }: CampaignBody, at: number, ahead: number): boolean {
    const { hostsMs } = this.#known
    // a minute's beginning by one clock is another's end
    return [at - hostsMs, at + hostsMs].some((moment) => {
      const { minute } = momentOfDay(moment, ahead)
      return minute >= minutesOf(from) && minute < minutesOf(until) && (end === '' || moment < momentAt(end))
    })
  }

  // ---------------------------------------------------------------- at rest
  checkAtRest(): void {
    for (const id of this.#all.keys()) this.#checkOne(id)
  }
  /** What each person's row says of their message is what their account knows of it. */
  #checkPeople(id: number, attempts: readonly Row[]): void {
    const people = this.#known.world.database.sql<{ number_id: number; came: number }>(
      'select number_id, came from campaign_people where campaign_id = ?',
      id,
    )
    const told = new Map(people.map(({ number_id: person, came }) => [person, came]))
    for (const { number_id, delivered_at, read_at, answered_at } of attempts) {
      const person = Number(number_id)
      const came = bitsOf({ delivered: delivered_at !== null, read: read_at !== null, answered: answered_at !== null })
      const said = told.get(person)
      // whoever was deleted has no row any more
      if (said !== undefined && (TELLS_ALL ? said !== came : (said & ~came) !== 0))
        this.#known.fail(
          'campaign-figures',
          `person ${person} of campaign ${id} has came ${said}, and their message ${came}`,
        )
      told.delete(person)
    }
    for (const [person, came] of told)
      if (came !== 0)
        this.#known.fail('campaign-figures', `person ${person} of campaign ${id} got no message and has came ${came}`)
  }
  #checkFailures(id: number, failed: readonly Row[], said: string): void {
    const reasons = Object.fromEntries(
      [...Map.groupBy(failed, (a) => String(a.fail_reason))]
        .map(([reason, all]) => [reason, all.length] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
    if (TELLS_ALL && said !== JSON.stringify(reasons))
      this.#known.fail(
        'campaign-figures',
        `campaign ${id} says ${said} of why messages failed, and its messages ${JSON.stringify(reasons)}`,
      )
  }
  #checkOne(id: number): void {
    const { world } = this.#known
    const [row] = world.database.sql<Record<string, number> & { state: string }>(
      'select * from campaigns where id = ?',
      id,
    )
    if (!row) return
    const attempts = world.blasters.flatMap((a) => world.attempts(a.id)).filter((a) => Number(a.campaign) === id)
    const of = (outcome: string): Row[] => attempts.filter((a) => a.outcome === outcome)
    const cost = of('success').reduce((sum, a) => sum + Number(a.price_sen), 0)
    const having = (column: string): number => attempts.filter((a) => a[column] !== null).length
    const expected = {
      success: of('success').length,
      fail: of('fail').length,
      unknown: 0,
      cost_sen: cost,
      delivered: having('delivered_at'),
      read: having('read_at'),
      answered: having('answered_at'),
    }
    for (const [name, value] of Object.entries(expected))
      if (row[name] !== value)
        this.#known.fail('campaign-figures', `campaign ${id} has ${name} ${row[name]}, and its messages say ${value}`)
    this.#checkFailures(id, of('fail'), String(row.failures))
    // of one that ended so long ago the rows of its people are deleted
    if (row.ended_at && row.ended_at < world.now - CAMPAIGN_ROWS_DAYS * DAY_MS) return
    this.#checkPeople(id, attempts)
    const states = new Map(
      world.database
        .sql<{ state: number; n: number }>(
          'select state, count(*) as n from campaign_people where campaign_id = ? group by state',
          id,
        )
        .map(({ state, n }) => [state, n]),
    )
    const rows = (...wanted: number[]): number => wanted.reduce((sum, state) => sum + (states.get(state) ?? 0), 0)
    const { people = 0, claimed = 0, settled = 0, dropped = 0, gone = 0, budget } = row
    if (rows(1) > 0) this.#known.fail('campaign-people', `${rows(1)} people of campaign ${id} are held by nobody`)
    if (claimed !== settled)
      this.#known.fail('campaign-figures', `campaign ${id}: ${claimed} claimed, ${settled} settled`)
    // of who was written to and has no row any more the counter alone knows
    if (people - settled - dropped - gone !== rows(0))
      this.#known.fail(
        'campaign-figures',
        `campaign ${id}: ${people} people less ${settled} settled, ${dropped} dropped and ${gone} gone are not the ${rows(0)} who wait`,
      )
    if (budget !== null && attempts.length > Number(budget))
      this.#known.fail(
        'campaign-budget',
        `campaign ${id} wrote to ${attempts.length} people with a budget of ${budget}`,
      )
    if (row.state === 'running' && row.rolling !== 1 && people > 0 && rows(0) === 0)
      this.#known.fail('campaign-ends', `nobody of campaign ${id} waits any more, and it runs`)
    sometimes('a campaign comes to its end', row.state === 'finished')
  }
}
