// What the office does with campaigns beside the standing blast, in every fourth history: it launches some, pauses them and lets them go on, changes
// and cancels them. Drawn apart from the faults, so that the other histories stay as they were.
import { momentOf } from '../../contract/ground/moments.ts'
import { type CampaignBody, clockOf, WEEKDAYS, WHOLE_DAY } from '../../contract/sending/campaigns.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { connect, type Db, runBatch } from '../../domain/ground/db/connection.ts'
import { refusalOf } from '../../domain/ground/db/refusals.ts'
import { continueLaunch } from '../../domain/sending/campaigns/launch-store.ts'
import { momentOfDay } from '../../domain/sending/campaigns/rules.ts'
import { setPaces } from '../../domain/sending/campaigns/spend-store.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '../../domain/sending/campaigns/moves-store.ts'
import {
  beginLaunch,
  campaignById,
  freeCampaignId,
  insertCampaign,
  updateCampaign,
} from '../../domain/sending/campaigns/store.ts'
import { tellCampaign } from '../../worker/tell-pause.ts'
import type { Scene } from './mischief.ts'
import { insist } from './mischief-people.ts'
import { refuseTopics } from './mischief-topics.ts'
import { Random } from './platform/random.ts'

const EACH = 4
const hasCampaigns = (seed: number): boolean => seed % EACH === 3
const OPEN_MOST = 3
const ADMIN = 'admin'
/** Templates of campaigns alone (tests/simulate/stage.ts). */
const TEMPLATES = ['c1', 'c2']

/** Their hours may be over minutes after the launch. */
const hoursFrom = (random: Random, now: number): Pick<CampaignBody, 'from' | 'until' | 'end_at'> => {
  const { minute } = momentOfDay(now)
  const until = Math.min(minute + 1 + random.below(4), 1_440)
  return {
    from: WHOLE_DAY.from,
    until: random.chance(0.5) ? clockOf(until) : WHOLE_DAY.until,
    end_at: random.chance(0.3) ? momentOf(now + (1 + random.below(4)) * MINUTE_MS) : '',
  }
}
/** In the zones of its people: in one it ends soon, those to the west have not begun, and to the east it is over. */
const zonesFrom = (zoned: Random, now: number): Pick<CampaignBody, 'from' | 'until' | 'zone_field'> => {
  const { minute } = momentOfDay(now)
  const ahead = zoned.below(3)
  return {
    from: ahead === 0 ? WHOLE_DAY.from : clockOf(Math.min(minute + 60 * ahead - 30, 1_410)),
    until: clockOf(Math.min(minute + 60 * ahead + 1 + zoned.below(4), 1_440)),
    zone_field: ZONE,
  }
}
type Drawn = Pick<Office, 'random' | 'renewed' | 'zoned'>
const valuesOf = ({ random, renewed, zoned }: Drawn, { name, now }: { name: string; now: number }): CampaignBody => {
  const hours = hoursFrom(random, now)
  return {
    ...hours,
    zone_field: null,
    ...(zoned.chance(0.3) ? zonesFrom(zoned, now) : {}),
    name,
    segment_id: '',
    audience: renewed.chance(0.4) ? 'rolling' : 'frozen',
    templates: TEMPLATES.slice(0, 1 + random.below(2)).map((id) => ({ id, weight: 1 + random.below(3) })),
    start_at: '',
    days: [...WEEKDAYS],
    budget: random.pick([null, null, 1, 3, 8]),
    budget_rupiah: random.pick([null, null, 400, 1_500]),
    pace: hours.end_at !== '' && random.chance(0.5) ? 'even' : 'fast',
    price: random.pick([null, null, 90, 200]),
    priority: random.pick([1, 5, 5, 9]),
  }
}
/** A segment that leaves out some, so that the standing blast has its own; null: everybody. */
const ruleOf = (random: Random): string | null =>
  random.pick([null, JSON.stringify({ join: 'and', not: random.chance(0.5), of: [{ is: 'never_written' }] })])

/** A field that a third of the people have with each zone. */
const ZONE = 'zona'
const giveZones = ({ world }: Scene): void => {
  world.database.sql(
    `insert or ignore into phone_fields (number_id, fields)
     select id, json_object('${ZONE}', iif(id % 3 = 1, 'WITA', 'WIT')) from phone_numbers where id % 3 > 0`,
  )
}
/** Of those whose people are renewed: who has the label, which comes and goes. */
const TAG = 1
const TAGGED = JSON.stringify({ join: 'and', not: false, of: [{ is: 'tag', tag: TAG }] })
/** Puts it on who has it not, and takes it from who has it. */
const turnTags = ({ scene: { world }, renewed }: Office): void => {
  const ids = world.database.sql<{ id: number }>('select id from phone_numbers order by id').map(({ id }) => id)
  for (const id of ids.filter(() => renewed.chance(0.3))) {
    const had = world.database.sql('delete from phone_tags where tag_id = ? and number_id = ? returning 1', TAG, id)
    if (had.length === 0) world.database.sql('insert into phone_tags (tag_id, number_id) values (?, ?)', TAG, id)
  }
}
/** renewed, zoned: what is drawn apart, so that the histories stay as they were. */
type Office = { scene: Scene; random: Random; renewed: Random; zoned: Random; ids: number[] }
const stateOf = ({ scene: { world } }: Office, id: number): string | undefined =>
  world.database.sql<{ state: string }>('select state from campaigns where id = ?', id)[0]?.state
const isHeld = ({ scene: { world } }: Office, id: number): boolean =>
  world.database.sql('select 1 from phone_numbers where in_use = 1 and in_use_campaign = ? limit 1', id).length > 0
/** Somebody pressed before, and only the answer got lost. */
const moved = (error: unknown): false => {
  if (refusalOf(error) !== 'status_moved') throw error
  return false
}

const launch = (office: Office): void => {
  const { scene, random, ids } = office
  const { world, promises } = scene
  giveZones(scene)
  const values = valuesOf(office, { name: `Kampanye ${Math.round(world.now)}`, now: world.now })
  const drawn = ruleOf(random)
  const rule = values.audience === 'rolling' ? TAGGED : drawn
  let id: number | null = null
  insist(
    world,
    `launches ${JSON.stringify(values)}`,
    async () => {
      const db = connect(world.env.DB)
      id ??= await freeCampaignId(db, world.now)
      const before = await campaignById(db, id)
      if (!before) await runBatch(db, insertCampaign(db, id, values, { by: ADMIN, copiedFrom: null, now: world.now }))
      promises.campaigns.made(id, values)
      if (!before || before.state === 'draft')
        await runBatch(
          db,
          beginLaunch(db, id, { segmentName: rule && 'Segmen', rule, by: ADMIN, now: world.now }),
        ).catch(moved)
      await continueLaunch(db, id, world.now, () => true)
      await setPaces(db, world.now)
      return id
    },
    (launched) => {
      ids.push(launched)
      promises.campaigns.launched(launched)
    },
  )
}
/** Pauses or cancels it. */
const halt = (office: Office, id: number, what: 'pauses' | 'cancels', then: () => void): void => {
  const { world, promises } = office.scene
  const silence = promises.campaigns.silence(id, world.now)
  insist(
    world,
    `${what} campaign ${id}`,
    async () => {
      const db = connect(world.env.DB)
      const closing = { name: 'C', by: ADMIN, now: world.now }
      const write = what === 'pauses' ? pauseCampaign(db, id) : cancelCampaign(db, id, closing)
      const done = await runBatch(db, write).then(() => true, moved)
      // one that has ended meanwhile is neither
      if (!done && !['paused', 'cancelled'].includes(stateOf(office, id) ?? '')) return null
      const at = world.now
      return { at, ...(await tellCampaign(world.env, db, id)) }
    },
    (told) => {
      if (!told) return
      silence.since = world.now
      silence.surely = told.missed === 0
      world.say(`campaign ${id}: ${told.told} accounts heard it, ${told.missed} did not`)
      then()
    },
  )
  return
}
const change = async (office: Office, db: Db, id: number): Promise<void> => {
  const { scene } = office
  const { now } = scene.world
  const row = await campaignById(db, id)
  if (row?.state !== 'paused') return
  const fresh = valuesOf(office, { name: row.name, now })
  const sent = row.people - row.waiting - row.dropped - row.gone
  const values = {
    ...fresh,
    audience: row.audience,
    zone_field: row.zone_field,
    budget: fresh.budget === null ? null : Math.max(fresh.budget, sent),
    budget_rupiah: fresh.budget_rupiah === null ? null : Math.max(fresh.budget_rupiah, Math.ceil(row.cost)),
  }
  scene.promises.campaigns.made(id, values)
  await runBatch(db, updateCampaign(db, id, values, { state: 'paused', by: ADMIN })).catch(moved)
}
const goOn = (office: Office, id: number): void => {
  const { scene, random } = office
  const { world, promises } = scene
  const changes = random.chance(0.4)
  insist(
    world,
    `lets campaign ${id} go on`,
    async () => {
      const db = connect(world.env.DB)
      if (stateOf(office, id) !== 'paused') return
      if (changes) await change(office, db, id)
      if ((await tellCampaign(world.env, db, id)).missed > 0) throw new Error('some accounts hold its people still')
      // before its answer, which may be late
      promises.campaigns.goesOn(id, world.now)
      await runBatch(db, resumeCampaign(db, id, world.now)).catch(moved)
      await setPaces(db, world.now)
    },
    () => {},
  )
}

/** Answers to claims are slow for a while, and before one of them somebody pauses a campaign of which it brings people. */
const pauseAmidClaims = (office: Office, random: Random): void => {
  const { world, weather, promises } = office.scene
  const amid = (): void =>
    world.after(random.between(15_000, 60_000), 'the office, amid claims', () => {
      if (!world.isTroubled) return
      amid()
      // no other fault of D1 is under way, which would end with this one
      if (weather.d1 !== null && world.now < weather.d1.until) return
      const forMs = random.between(4_000, 12_000)
      world.say(`claims are answered late for ${Math.round(forMs)} ms, and the office pauses what they bring`)
      weather.d1 = { until: world.now + forMs, share: 1, fates: [{ slow: 2_500 }], about: 'in_use_claim' }
      weather.onSlow = () =>
        world.after(random.between(20, 300), 'pauses amid a claim', () => {
          const some = office.ids.filter((id) => stateOf(office, id) === 'running' && isHeld(office, id))
          if (some.length === 0) return
          const id = random.pick(some)
          halt(office, id, 'pauses', () =>
            world.after(random.between(30_000, 90_000), 'goes on', () => goOn(office, id)),
          )
        })
      promises.disturb(null, forMs)
    })
  amid()
}

export const runCampaigns = (scene: Scene): void => {
  const { world } = scene
  if (!hasCampaigns(world.seed)) return
  const random = new Random(world.seed ^ 0xca3a)
  const renewed = new Random(world.seed ^ 0x7011)
  const zoned = new Random(world.seed ^ 0x203e)
  const office: Office = { scene, random, renewed, zoned, ids: [] }
  world.database.sql(
    `insert or ignore into tags (id, name, key, people, created_by, created_at) values (?, 'Label', 'label', 0, ?, 0)`,
    TAG,
    ADMIN,
  )
  turnTags(office)
  const hourPasses = (): void =>
    world.after(renewed.between(20_000, 90_000), 'an hour for its people', () => {
      turnTags(office)
      world.database.sql(
        `update campaigns set rolled_at = ? where state = 'running' and rolling = 1 and launched_to >= through_id`,
        world.now - HOUR_MS,
      )
      if (world.isTroubled) hourPasses()
    })
  hourPasses()
  pauseAmidClaims(office, new Random(world.seed ^ 0xa31d))
  refuseTopics(scene, new Random(world.seed ^ 0x70b1))
  const next = (): void =>
    world.after(random.between(10_000, 70_000), 'the office', () => {
      if (!world.isTroubled) return
      const running = office.ids.filter((id) => stateOf(office, id) === 'running')
      const some = running.length > 0 ? random.pick(running) : null
      if (some === null || (running.length < OPEN_MOST && random.chance(0.3))) launch(office)
      else if (random.chance(0.15)) halt(office, some, 'cancels', () => {})
      else
        halt(office, some, 'pauses', () =>
          world.after(random.between(1_000, 60_000), 'goes on', () => goOn(office, some)),
        )
      next()
    })
  next()
}
