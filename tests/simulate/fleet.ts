// Ten thousand linked accounts and their runners under the virtual clock: all runners die at once and are started again.
// `node --import ./tests/simulate/platform/loader.ts tests/simulate/fleet.ts ACCOUNTS RUNNERS SEED` prints what happened.
import { newDocument } from '../../durable-objects/account-blast/document.ts'
import { VaultCipher } from '../../runner/whatsapp/vault-cipher.ts'
import { calm } from './platform/faults.ts'
import { VAULT_KEYS } from './runner.ts'
import { lidOf } from './whatsapp-parts.ts'
import { migratedDatabase, MINUTE_MS, World } from './world.ts'

const [accounts = 10_000, runners = 20, seed = 1] = process.argv.slice(2, 5).map(Number)
/** Their machines are gone: nobody is told, and idle accounts are looked at rarely. */
const silently = process.argv[5] === 'silently'
/** A container is there again after its machine died. */
const BACK_AFTER_MS = 5_000
const WITHIN_MS = 15 * MINUTE_MS

const plan = {
  accounts,
  runners,
  recipients: 0,
  interval: { min: 5, max: 15 },
  unknownToFailMs: 600_000,
  dailyCap: 1_000,
  settleAfterS: 60,
  closesAfter: null,
  overMidnight: false,
}
const world = new World(seed, migratedDatabase(), plan, calm)
const { platform, whatsapp } = world
const cipher = new VaultCipher(VAULT_KEYS)

/** As linking left it: its creds in the vault, and a timer that looks for a runner. */
const putLinked = ({ id, phone, userId, purpose }: (typeof world.accounts)[number]): void => {
  const deviceId = whatsapp.pair(phone, id)
  const me = { phone, lid: lidOf(phone), pushname: 'Uji' }
  const { disk } = platform.object('ACCOUNT_BLAST', id)
  const place = world.now + world.whatsapp.random.between(0, 30_000)
  const doc = newDocument({ accountId: id, clientid: `client-${id}`, userId, purpose, now: world.now })
  Object.assign(doc, { phone, linked: true, base: 'reconnecting', timers: { place: Math.round(place) } })
  disk.engine.run('insert into document (id, value) values (1, ?)', [JSON.stringify(doc)])
  const sealed = cipher.seal(id, 'creds', 'creds', JSON.stringify({ deviceId, me }))
  disk.engine.run(
    `insert into vault (generation, type, id, owner, data, used_at) values (?, 'creds', 'creds', null, ?, 0)`,
    [doc.vaultGeneration, sealed],
  )
  // it wakes once, and sets its alarm
  world.after(place - world.now, 'wakes', () => world.call('poke', id, (object) => object.poke()))
}
const openNow = (): number => [...whatsapp.devices.values()].filter((device) => device.client?.isHeld()).length
const until = async (done: () => boolean): Promise<void> => {
  const latest = world.now + WITHIN_MS
  while (!done() && world.now < latest) await platform.run({ until: world.now + 500 })
}

for (const account of world.accounts) putLinked(account)
await until(() => openNow() === accounts)
const opens = (): number => [...world.runners.values()].reduce((sum, runner) => sum + runner.opens, 0)
const diedAt = world.now
world.restarts = false
for (const runner of world.runners.values()) runner.process.kill(silently)
world.restarts = true
for (const id of world.runners.keys()) world.comesBack(id, BACK_AFTER_MS)
await platform.run({ until: world.now + BACK_AFTER_MS + 1 })
await until(() => openNow() === accounts)
const seconds = (world.now - diedAt) / 1_000
const told = opens()
const held = [...world.runners.values()].map((runner) => runner.connections().length)
const uneven = Math.max(...held) / (accounts / runners)
console.log(
  JSON.stringify({ accounts, runners, back: openNow(), seconds, opens: told, wasted: told - accounts, uneven }),
)
process.exit(0)
