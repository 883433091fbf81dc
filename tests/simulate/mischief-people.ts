// What members, admins and staff do: start and stop, reset, suppress, erase, change settings, check numbers.
import type { CheckKind } from '../../contract/sending/number-checks.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { insertCheck } from '../../domain/sending/number-checks/store.ts'
import { editPhone, removePhone } from '../../domain/recipients/phone-numbers/save-phones.ts'
import { erasePerson } from '../../domain/recipients/suppressions/erase-person.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import type { Act, Scene } from './mischief.ts'
import type { SimAccountOf, World } from './world.ts'

/** Longest time from what D1 says until the object reports it, ms: its answer may be slow. */
const WORD_MS = 5_000
const RESET_AFTER_STOP_MS = 8_000
const ADMIN = { id: 'admin', role: 'admin' } as const

const stopBlast = ({ world, random }: Scene): void => {
  const account = random.pick(world.blasters)
  world.say(`${account.userId} stops ${account.id}`)
  world.stopFor(account.id, random.between(1_000, 60_000))
}
const reset = ({ world, random }: Scene): void => {
  const account = random.pick(world.blasters)
  world.say(`${account.userId} stops and resets ${account.id}`)
  const resetsAfterMs = random.between(500, RESET_AFTER_STOP_MS)
  world.stopFor(account.id, resetsAfterMs + random.between(500, 20_000))
  world.after(resetsAfterMs, 'reset', () => world.call('reset', account.id, (object) => object.reset()))
}
const activate = ({ world, random }: Scene): void => {
  const account = random.pick(world.blasters)
  world.call('activate', account.id, (object) => object.activate())
}
/** Somebody presses the same button twice, or reloads. */
const press = ({ world, random }: Scene): void => {
  const account = random.pick(world.blasters)
  world.call('start', account.id, (object) => object.start())
  if (random.chance(0.5)) world.call('poke', account.id, (object) => object.poke())
}

/** Prefers a person whose message is being sent, waits in a buffer or is asked for again, because these are the hardest cases. */
const BUFFERED = `(select b.value ->> 'number' as number from document d, json_each(d.value, '$.buffer') b)`
const somebody = ({ world, random }: Scene): string => {
  const account = random.pick(world.blasters)
  const table = random.pick([`attempts where outcome = 'pending' and number <> ''`, BUFFERED, 'again', null])
  if (table === null) return random.pick(world.numbers)
  const rows = table === 'again' ? [] : world.rows(account.id, `select number from ${table} limit 3`)
  const numbers = table === 'again' ? [...world.whatsapp.askingAgain].slice(-3) : rows.map((row) => String(row.number))
  return numbers.length > 0 ? random.pick(numbers) : random.pick(world.numbers)
}
const dropNumber =
  ({ world }: Scene) =>
  (accountId: string, number: string) =>
    accountObject(world.env, accountId).drop(number)
/** Repeats the action until it worked, as a person presses a button again. */
export const insist = <T>(world: World, what: string, work: () => Promise<T>, done: (answer: T) => void): void => {
  world.say(`admin: ${what}`)
  const again = (tries: number): void =>
    world.later(what, async () => {
      let answer: T
      try {
        answer = await work()
      } catch (error) {
        world.say(`${what}: ${String(error)}`)
        if (tries < 20) world.after(3_000, what, () => again(tries + 1))
        return
      }
      done(answer)
    })
  again(1)
}
/** Nobody writes to this number once it worked. @param forGood see Promises.forbid */
const forbid = (
  { world, promises }: Scene,
  what: string,
  number: string,
  work: () => Promise<unknown>,
  { forGood, done }: { forGood: boolean; done?: () => void },
): void =>
  insist(world, `${what} ${number}`, work, () => {
    promises.forbid(number, forGood)
    done?.()
  })
export const portsOf = (scene: Scene) => ({
  db: connect(scene.world.env.DB),
  hashKeys: hashRing(scene.world.env),
  now: scene.world.now,
  by: 'admin',
  dropNumber: dropNumber(scene),
})
export const suppressSomebody = (scene: Scene, number = somebody(scene)): void => {
  const who = { number, lid: null, via: 'admin' as const, by: 'admin', reason: null }
  forbid(scene, 'suppresses', number, () => suppress(portsOf(scene), who, scene.world.now), { forGood: true })
}
export const idOf = ({ world }: Scene, number: string): number | null =>
  world.database.sql<{ id: number }>('select id from phone_numbers where number = ?', number)[0]?.id ?? null
const deactivate = (scene: Scene): void => {
  const number = somebody(scene)
  const id = idOf(scene, number)
  if (id === null) return
  const work = () => editPhone(portsOf(scene), id, { status: 'nonactive' }, () => [])
  forbid(scene, 'deactivates', number, work, { forGood: false })
}
/** @param done called when it is gone */
export const removeSomebody = (scene: Scene, done?: (number: string) => void): void => {
  const number = somebody(scene)
  const id = idOf(scene, number)
  if (id === null) return
  const work = () =>
    removePhone(portsOf(scene), id, () => []).catch((error: unknown) => {
      // the first press had worked, and only its answer got lost
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error
    })
  forbid(scene, 'removes', number, work, { forGood: false, done: () => done?.(number) })
}
const remove = (scene: Scene): void => removeSomebody(scene)
export const eraseSomebody = (scene: Scene, number = somebody(scene)): void => {
  scene.promises.topics.forget(number)
  const work = () => erasePerson(portsOf(scene), { number, by: 'admin' }, () => [])
  forbid(scene, 'erases', number, work, { forGood: true, done: () => scene.promises.erase(number) })
}

const changeInterval = ({ world, promises, random }: Scene): void => {
  const min = Math.max(1, world.plan.interval.min + random.below(4) - 2)
  const max = min + random.below(8)
  promises.known.leastInterval = Math.min(promises.known.leastInterval, min)
  const { userId } = random.pick(world.blasters)
  world.say(`the interval of ${userId} becomes ${min} to ${max} s`)
  world.database.sql('update users set blast_interval_min = ?, blast_interval_max = ? where id = ?', min, max, userId)
}
const changeFee = ({ world, promises, random }: Scene): void => {
  promises.terms.look()
  const fee = random.pick([50, 75, 125])
  world.say(`the price of a message becomes ${fee}`)
  world.database.sql('update levels set blast_fee = ? where id = ?', fee, random.pick(['l', 'm']))
  promises.terms.look()
}
/** A setting that no version could have saved: claims fail until it is corrected. */
const breakSetting = ({ world, promises, random }: Scene): void => {
  if (world.settingIsBroken) return
  world.settingIsBroken = true
  world.say('a setting becomes unreadable')
  const set = (value: string) => world.database.sql(`update settings set value = ? where key = 'interval_floor'`, value)
  set('abc')
  const brokenAt = world.now
  const forMs = random.between(60_000, 150_000)
  world.after(forMs, 'setting repaired', () => {
    promises.accounts.saidWhatStoppedIt(brokenAt)
    world.say('the setting is put right')
    set('0')
    // an error that a claim met before this may still be logged
    world.after(WORD_MS, 'nothing to say any more', () => {
      world.settingIsBroken = false
    })
  })
}

const total = 200
const kind: CheckKind = 'generator'
const NOTHING_CHECKED = { cursor: 0, currentNumber: null, success: 0, fail: 0, phase: 'idle', version: 0 } as const
const checkNumbers = ({ world, random }: Scene): void => {
  const sender = world.accounts.find((a) => a.purpose === 'generator')
  if (!sender) return
  const id = `check-${random.uuid()}`
  const first = 6281900000000 + random.below(1_000)
  const range = { start: String(first), end: String(first + total - 1) }
  // without an interval one query asks about many numbers
  const interval = random.pick([
    { min: 0, max: 0 },
    { min: 1, max: 3 },
  ])
  const { userId } = sender
  world.checks.add(id)
  world.say(`staff checks ${total} numbers from ${first} on`)
  world.later('check', async () => {
    const db = connect(world.env.DB)
    const settings = { source: 'ready', insert: 0, intervalMin: interval.min, intervalMax: interval.max } as const
    const row = { id, kind, userId, whatsappId: sender.id, range, file: null, total, ...settings, now: world.now }
    await runBatch(db, [insertCheck(db, row)])
    const job = { id, kind, userId, range, total, interval, insert: false, ...NOTHING_CHECKED }
    const outcome = await accountObject(world.env, sender.id).startCheck(job)
    if (!outcome.ok) world.say(`check refused (${outcome.refusal})`)
  })
}
const oneOff = ({ world, promises, random }: Scene): void => {
  const account = random.pick(world.blasters)
  const some = Array.from({ length: 3 }, () => random.pick(world.numbers))
  const numbers = some.filter((number) => !promises.isErased(number))
  world.say(`admin: a one-off blast of ${account.id} to ${numbers.join(', ')}`)
  world.stopFor(account.id, random.between(30_000, 90_000))
  world.after(random.between(2_000, 10_000), 'one-off', () =>
    world.call('one-off', account.id, (object) =>
      object.startOneOff({
        id: `job-${random.uuid()}`,
        userId: 'admin',
        targets: 'list',
        templateId: null,
        message: 'Sekali saja',
        button: [],
        media: null,
        numbers: [...new Set(numbers)],
        refused: [],
        deed: { actor: ADMIN, action: 'blaster.send', target: account.id, at: world.now, requestId: 'simulated' },
      }),
    ),
  )
}
/** A visitor asks for pairing codes, which WhatsApp refuses. */
const askForCode = ({ world, random }: Scene): void => {
  const code = random.pick([404, 429])
  world.say(`a visitor asks for a pairing code; WhatsApp will answer ${code}`)
  world.codeRefusal = { code, backoffS: code === 429 ? 60 : 0 }
  world.link({ ...world.visitor, mode: 'code' })
}
const relink = ({ world, random }: Scene): void => world.relink(random.pick<SimAccountOf>(world.accounts))

export const PEOPLE_ACTS: readonly Act[] = [
  [4, stopBlast],
  [2, reset],
  [2, activate],
  [1, press],
  [4, suppressSomebody],
  [1, deactivate],
  [3, eraseSomebody],
  [1, remove],
  [1, changeInterval],
  [1, changeFee],
  [0.4, breakSetting],
  [2, checkNumbers],
  [1, oneOff],
  [0.5, askForCode],
  [1, relink],
]
