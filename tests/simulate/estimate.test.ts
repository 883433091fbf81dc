// A month of a small place, and what campaigns said of their end and cost when they were launched (rule campaign-estimate). Claims, settlement and
// estimate are the product's own; how fast the place sends changes with the hour, the day and the account.
import { beforeAll, describe, expect, test } from 'vitest'
import type { SettledResult, SettlementBatch } from '../../contract/money/settlement.ts'
import { estimateOfCampaign } from '../../contract/sending/campaign-estimate.ts'
import { minutesBetween, openHours, ZONES } from '../../contract/sending/campaign-hours.ts'
import { type CampaignBody, WEEKDAYS, WHOLE_DAY } from '../../contract/sending/campaigns.ts'
import { senToRupiah } from '../../contract/ground/money.ts'
import { foldMeasures } from '../../domain/ground/metrics/store.ts'
import { readSettings } from '../../domain/ground/settings/store.ts'
import { settleBatches } from '../../domain/money/settlement/settle-batches.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { endCampaigns } from '../../domain/sending/campaigns/launch-store.ts'
import { campaignWithOutlook } from '../../domain/sending/campaigns/outlook-store.ts'
import { BEGIN, DAY_MS, HASH_KEYS, openService, type Service, type ServiceAccount } from './growing-service.ts'
import { launchCampaign } from './launch.ts'
import { Random } from './platform/random.ts'

const HOUR_MS = 3_600_000
const TICK_MS = HOUR_MS / 2
const [ACCOUNTS, DAYS, NUMBERS] = [8, 35, 4_500]
/** Sen: half of the members have a price of their own. */
const [LEVEL_SEN, OWN_SEN] = [10_000, 14_000]
/** Messages of an account in half an hour, by the hour: much in the morning, little at noon. */
const BUSY = [4, 5, 4, 3, 1, 2, 3, 3, 2, 2, 3, 1]
/** Of one with zones: how many live in each, from WIB on. */
type Zoned = Pick<CampaignBody, 'from' | 'until'> & { people: readonly number[] }
type Launch = { name: string; day: number; hour: number; budget: number | null; zoned?: Zoned }
/** day and hour of the launch (0: the first day, 08:00), and how many messages; null: everybody gets one. */
const LAUNCHES: readonly Launch[] = [
  { name: 'of a morning', day: 8, hour: 1, budget: 150 },
  { name: 'of an afternoon, over the night', day: 9, hour: 7, budget: 220 },
  { name: 'of days', day: 11, hour: 4, budget: 900 },
  { name: 'of everybody, most of whom rest', day: 14, hour: 0, budget: null },
  { name: 'over a weekend', day: 25, hour: 9, budget: 600 },
  {
    name: 'of the east most of all, by mornings of three zones',
    day: 28,
    hour: 0,
    budget: null,
    zoned: { people: [60, 60, 150], from: '10:00', until: '13:00' },
  },
  {
    name: 'of evenings of three zones',
    day: 29,
    hour: 4,
    budget: null,
    zoned: { people: [120, 120, 120], from: '17:00', until: '19:00' },
  },
]
const ZONE_FIELD = 'zona'
/** Whom a campaign with zones is for: who has one. */
const HAS_ZONE = JSON.stringify({
  join: 'and',
  not: true,
  of: [{ is: 'field', field: ZONE_FIELD, how: 'none', value: '' }],
})
/** So many have a zone and rest no more, and from now on nobody is sent to but for a campaign. */
const putZones = (database: Service['database'], people: readonly number[]): void => {
  database.sql('update templates set only_campaigns = 1')
  database.sql('delete from phone_fields')
  database.sql(
    `insert or ignore into recipient_fields (key, name, fallback, created_by, created_at) values (?, 'Zona', '', '', 0)`,
    ZONE_FIELD,
  )
  let first = 0
  for (const [ahead, n] of people.entries()) {
    const those = `select id from phone_numbers order by id limit ${n} offset ${first}`
    database.sql(`update phone_numbers set last_attempt_at = 0 where id in (${those})`)
    database.sql(
      `insert into phone_fields (number_id, fields) select id, json_object(?, ?) from (${those})`,
      ZONE_FIELD,
      ZONES[ahead] ?? '',
    )
    first += n
  }
}
type Said = { at: number; endAt: number; cost: number }
type Came = { endAt: number; cost: number }

const ports = (db: Service['db']) => ({
  db,
  hashKeys: HASH_KEYS,
  dropNumber: () => Promise.reject(new Error('none stops')),
  numberOf: () => Promise.resolve(null),
})
type AtWork = ServiceAccount & { sequence: number; priceSen: number }

/** An account is never as fast as it was half an hour ago. */
const noise = (random: Random): number => 0.7 + random.below(61) * 0.01
class Place {
  readonly #service: Service
  readonly #random: Random
  readonly #atWork: AtWork[]
  constructor(service: Service, random: Random) {
    this.#service = service
    this.#random = random
    this.#atWork = service.accounts.map((account) => ({
      ...account,
      sequence: 0,
      priceSen: service.members.indexOf(account.owner) % 2 === 0 ? LEVEL_SEN : OWN_SEN,
    }))
  }
  /** Half an hour: each account claims, sends and tells. */
  async tick(now: number, hour: number, share: number): Promise<void> {
    const { db } = this.#service
    const batches: SettlementBatch[] = []
    for (const account of this.#atWork) {
      const want = Math.round((BUSY[hour] ?? 0) * share * noise(this.#random))
      if (want === 0) continue
      const [accountId, userId] = [account.id, account.owner.id]
      const claim = ++account.sequence
      const asked = { accountId, userId, want, now, runStartedAt: now, count: false, claim, campaigns: true }
      const { numbers } = await claimNumbers(db, asked)
      const results = numbers.map(
        ({ id, campaign }): SettledResult => ({
          attemptId: crypto.randomUUID(),
          numberId: id,
          templateId: this.#service.templates[0] ?? null,
          priceSen: account.priceSen,
          from: 'none',
          to: this.#random.chance(0.03) ? 'fail' : 'success',
          notRegistered: false,
          at: now,
          attemptedAt: now,
          ...(campaign === undefined ? {} : { campaign }),
        }),
      )
      batches.push({ accountId, sequence: claim, userId, results, reversals: [] })
    }
    const { later, problems } = await settleBatches(ports(db), batches, now)
    if (later.length > 0) throw new Error(`a batch was not settled: ${problems.join(', ')}`)
    await endCampaigns(db, now)
  }
}

describe('rule campaign-estimate: in a month of a place', () => {
  let service: Service
  const said = new Map<string, Said>()
  const came = new Map<string, Came>()
  beforeAll(async () => {
    const random = new Random(7)
    service = await openService(':memory:', { accounts: ACCOUNTS, numbers: NUMBERS }, random)
    const { database, db, members } = service
    for (const [i, { id }] of members.entries())
      if (i % 2 === 1) database.sql('update users set blast_fee = ? where id = ?', senToRupiah(OWN_SEN), id)
    const place = new Place(service, random)
    const open = new Map<string, number>()
    for (let day = 0; day < DAYS; day++) {
      await foldMeasures(db, BEGIN + day * DAY_MS)
      const isWeekend = day % 7 >= 5
      for (let half = 0; half < BUSY.length * 2; half++) {
        const now = BEGIN + day * DAY_MS + half * TICK_MS
        const due = LAUNCHES.find((one) => one.day === day && one.hour * 2 === half)
        if (due) {
          const templates = [{ id: service.templates[0] ?? '', weight: 1 }]
          const { budget, zoned } = due
          if (zoned) putZones(database, zoned.people)
          const hours = zoned && { from: zoned.from, until: zoned.until, zone_field: ZONE_FIELD }
          const whom = { by: service.admin, now, ...(zoned ? { rule: HAS_ZONE } : {}) }
          const id = await launchCampaign(db, { templates, budget, ...hours }, whom)
          const campaign = await campaignWithOutlook(db, id, now)
          const estimate = campaign && estimateOfCampaign(campaign, { now, reached: null })
          if (!estimate) throw new Error('nothing was said')
          said.set(due.name, { at: now, ...estimate })
          open.set(due.name, id)
        }
        await place.tick(now + TICK_MS, Math.floor(half / 2), isWeekend ? 0.8 : 1)
        for (const [name, id] of open) {
          const campaign = await campaignWithOutlook(db, id, now + TICK_MS)
          if (campaign?.state !== 'finished') continue
          came.set(name, { endAt: now + TICK_MS, cost: campaign.cost })
          open.delete(name)
        }
      }
    }
  }, 300_000)
  test.each(LAUNCHES.map(({ name }) => name))(
    '%s: its end and its cost are within a fifth of what was said',
    async (name) => {
      const [before, after] = [said.get(name), came.get(name)]
      if (!before || !after) throw new Error('it did not end')
      const { send_window_start: start, send_window_end: end } = await readSettings(service.db)
      const hours = openHours({ days: [...WEEKDAYS], ...WHOLE_DAY }, { start, end })
      const took = minutesBetween([hours], before.at, after.endAt)
      const expected = minutesBetween([hours], before.at, before.endAt)
      for (const ratio of [expected / took, before.cost / after.cost])
        expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(0.2)
    },
  )
})
