// A morning of a service at the shipped settings: accounts that wait for the window, send until their cap is used up, and rest.
// `node --import ./tests/simulate/platform/loader.ts tests/simulate/cost.ts ACCOUNTS CAP SENT_MINUTES IDLE_MINUTES LOG` prints what Cloudflare
// would bill; statements go to the file LOG. SENT_MINUTES 0: the whole of the sending; else so many minutes out of its middle, when all send.
import { DEFAULT_SETTINGS } from '../../contract/ground/settings.ts'
import { SPREAD_MS, TYPICAL_MS } from './cost-rules.ts'
import { LinkedFleet } from './linked-fleet.ts'
import { Metering } from './metering.ts'
import type { Database } from './platform/d1.ts'
import { calm, type Faults } from './platform/faults.ts'
import type { Random } from './platform/random.ts'
import { migratedDatabase, MINUTE_MS } from './world.ts'

const given = process.argv.slice(2)
const [accounts = 20, cap = 20, sentMinutes = 0, idleMinutes = 30] = given.slice(0, 4).map(Number)
/** Out of the middle all send, however they began. */
const spreadMs = sentMinutes === 0 ? SPREAD_MS : MINUTE_MS
const log = given[4] ?? '/dev/null'
/** 07:56 of a Monday in Jakarta. */
const BEFORE_EIGHT = Date.UTC(2026, 9, 5, 0, 56)
const EIGHT = Date.UTC(2026, 9, 5, 1)
const ACCOUNTS_A_MEMBER = 4
const ACCOUNTS_A_RUNNER = 500
/** Objects of accounts whose statements are written down: each does what the others do. */
const WRITTEN_DOWN = 10
const INSERTED_AT_ONCE = 10_000
/** Seeds of this kind have a journal and no proxies. */
const SEED = 3
/** Messages that a member's interval lets an account send in a minute, at most. */
const A_MINUTE = 60 / DEFAULT_SETTINGS.interval_min

const faults = (random: Random): Partial<Faults> => ({
  ...calm(random),
  latencyMs: (route) => TYPICAL_MS[route] * random.between(0.5, 1.5),
})
const putRecipients = (database: Database, count: number): void => {
  for (let first = 0; first < count; first += INSERTED_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(INSERTED_AT_ONCE, count - first) }, (_, i) =>
      String(6281200000000 + first + i),
    )
    database.sql(
      `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
       select value, 'N', 'active', 'test', 1, 'admin', 0 from json_each(?)`,
      JSON.stringify(numbers),
    )
  }
}

const metering = new Metering(log)
const database = migratedDatabase()
metering.watchDatabase(database)
const members = Math.ceil(accounts / ACCOUNTS_A_MEMBER)
const runners = Math.ceil(accounts / ACCOUNTS_A_RUNNER) + 1
// the last account of a world checks numbers
const fleet = new LinkedFleet({
  accounts: accounts + 1,
  runners,
  seed: SEED,
  members,
  startsAt: BEFORE_EIGHT,
  on: { database, faults },
})
const { world } = fleet
const { platform } = world
// as shipped, but for the cap that is asked about
database.sql('delete from settings')
database.sql(`insert into settings (key, value) values ('daily_cap', ?)`, String(cap))
Object.assign(platform.env, { SPREAD_MS: String(spreadMs), GATHER_MS: '20000' })
const most = sentMinutes === 0 ? cap : Math.min(cap, A_MINUTE * (sentMinutes + spreadMs / MINUTE_MS + 2))
putRecipients(database, Math.ceil(accounts * most * 1.1) + 100)
metering.watchPlatform(platform)
world.onSaid = () => metering.add('lines')
await fleet.connectAll()
for (const { id } of world.blasters) world.call('start', id, (object) => object.start())
await platform.run({ until: EIGHT - 1_000 })
const step = Math.max(1, Math.floor(accounts / WRITTEN_DOWN))
const written = world.blasters.filter((_, i) => i % step === 0).slice(0, WRITTEN_DOWN)
for (const { id } of written) metering.watchObject(platform.object('ACCOUNT_BLAST', id))
for (const object of platform.objects()) if (!object.name.startsWith('ACCOUNT_BLAST/')) metering.watchObject(object)

const sent = (): number =>
  Number(database.sql('select count(*) as n from phone_numbers where last_attempt_at > 0')[0]?.['n'])
const count = async (phase: string, minutes: number, over: () => boolean = () => false): Promise<void> => {
  const before = sent()
  metering.begin(phase)
  let done = 0
  for (; done < minutes && !over(); done++) await platform.run({ until: world.now + MINUTE_MS })
  metering.begin('between')
  const messages = sent() - before
  metering.begin(phase)
  metering.add('messages', messages)
  metering.add('minutes', done)
  metering.begin('between')
}
const SETTLED_MINUTES = 2
if (sentMinutes > 0) {
  await platform.run({ until: EIGHT + spreadMs + MINUTE_MS })
  await count('sending', sentMinutes)
} else {
  const minutes = Math.ceil((cap * DEFAULT_SETTINGS.interval_max) / 60) + SPREAD_MS / MINUTE_MS
  let settledFor = 0
  const isOver = (): boolean => {
    if (world.blasters.every(({ id }) => (world.document(id)?.sentToday ?? 0) >= cap)) settledFor += 1
    return settledFor > SETTLED_MINUTES
  }
  await count('sending', minutes * 2, isOver)
}
if (idleMinutes > 0) await count('idle', idleMinutes)
if (world.story.violation) throw world.story.violation
await metering.end()
console.log(JSON.stringify({ accounts, cap, members, runners, written: written.length, phases: metering.phases }))
process.exit(0)
