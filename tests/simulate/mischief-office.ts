// What admins do in the middle of blasts: they pause an account, a person or the place and let them go on, delete a number and add it
// again, lift a stop.
import { Refusal } from '../../contract/ground/errors.ts'
import { sometimes } from '../../contract/ground/sometimes.ts'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { phoneStatements } from '../../domain/recipients/phone-numbers/import-store.ts'
import { addPhone, editPhone } from '../../domain/recipients/phone-numbers/save-phones.ts'
import { accountsAtWork, readPause, turnPause } from '../../domain/sending/sending-pause/store.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { liftOrAsk, stoppedById } from '../../domain/recipients/suppressions/lift.ts'
import { changeStatus } from '../../domain/privacy/closing/change-status.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { tellPause, tellStop } from '../../worker/tell-pause.ts'
import type { Act, Scene } from './mischief.ts'
import { idOf, insist, portsOf, removeSomebody } from './mischief-people.ts'
import type { Silence } from './promises/known.ts'
import { MINUTE_MS } from './world.ts'

const ADMIN = { id: 'admin', name: 'Admin' }
const AGREED = 'formulir pendaftaran'
/** How often an account at work that was missed is told again, and how long it may take to hear that it goes on. */
const HEARS_AGAIN_MS = 2 * MINUTE_MS

type Pause = Pick<Silence, 'rule' | 'accounts'> & {
  who: string
  /** @returns whether every account has confirmed it */
  turn: (reason: string | null) => Promise<boolean>
  /** Whether the account's object believes that it is paused. */
  isPaused: (accountId: string) => boolean
}
/** Pauses, and lets go on after a while. */
const pauseFor = ({ world, promises, random }: Scene, { rule, accounts, who, turn, isPaused }: Pause): void => {
  const { silences } = promises.known
  // a pause of the same thing is on already
  if (
    silences.some(
      (s) => s.rule === rule && s.accounts.join() === accounts.join() && world.now < s.until + HEARS_AGAIN_MS,
    )
  )
    return
  const silence: Silence = {
    rule,
    accounts,
    begun: world.now,
    since: Number.POSITIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    surely: false,
  }
  silences.push(silence)
  const forMs = random.between(10_000, 100_000)
  insist(
    world,
    `pauses ${who}`,
    () => turn('Diperiksa dulu'),
    (surely) => {
      silence.since = world.now
      silence.surely = surely
      world.say(`${who} is paused${surely ? '' : ', as far as everybody confirmed it'}`)
      world.after(forMs, 'goes on', () => {
        silence.until = world.now
        insist(
          world,
          `lets ${who} go on`,
          () => turn(null),
          (heard) => {
            const since = world.now
            world.after(heard ? 0 : HEARS_AGAIN_MS, 'does it go on', () => {
              for (const id of accounts)
                if (isPaused(id) && (heard || promises.known.isUndisturbed(id, since)))
                  promises.known.fail(rule, `${id} was let go on, and is paused`)
            })
          },
        )
      })
    },
  )
}

const holdAccount = (scene: Scene): void => {
  const { world, random } = scene
  const { id } = random.pick(world.blasters)
  pauseFor(scene, {
    rule: 'account-hold',
    accounts: [id],
    who: id,
    turn: async (reason) => {
      const since = new Date(world.now).toISOString()
      const held = reason === null ? null : ({ of: 'account', reason, by: ADMIN.name, since } as const)
      return (await accountObject(world.env, id).hold(held)).ok
    },
    isPaused: () => world.document(id)?.held != null,
  })
}
const pausePlace = (scene: Scene): void => {
  const { world } = scene
  let told: readonly string[] = []
  pauseFor(scene, {
    rule: 'sending-pause',
    accounts: world.accounts.map(({ id }) => id),
    who: 'the place',
    turn: async (reason) => {
      const db = connect(world.env.DB)
      await runBatch(db, [turnPause(db, ADMIN, reason, world.now)])
      told = await accountsAtWork(db)
      const { missed } = await tellPause(world.env, db, await readPause(db))
      return missed === 0
    },
    // who does not send, or D1 does not know yet that it does, learns it with its next claim
    isPaused: (id) => {
      const doc = world.document(id)
      return told.includes(id) && doc?.run != null && doc.place.paused !== null && doc.connection === 'open'
    },
  })
}
const pausePerson = (scene: Scene): void => {
  const { world, random } = scene
  const { userId } = random.pick(world.blasters)
  pauseFor(scene, {
    rule: 'person-status',
    accounts: world.accounts.filter((a) => a.userId === userId).map(({ id }) => id),
    who: userId,
    turn: async (reason) => {
      const db = connect(world.env.DB)
      const change = reason === null ? ({ status: 'active' } as const) : ({ status: 'paused', reason } as const)
      const request = { actor: { id: ADMIN.id, role: 'admin' as const }, id: userId, change, now: world.now }
      await changeStatus(db, request, () => [])
      await tellStop(world.env, db, userId)
      // which of them did not hear it, nobody is told
      return false
    },
    isPaused: (id) => world.document(id)?.person.paused != null && world.document(id)?.linked === true,
  })
}

/** By hand or by a file. @returns whether the number is in the list; false: its person has stopped */
const addBack = async (scene: Scene, number: string, byFile: boolean): Promise<boolean> => {
  const ports = portsOf(scene)
  const { db, now } = ports
  if (byFile) {
    const items = [{ r: 1, n: number, m: 'N', h: hashesOfNumber(ports.hashKeys, number) }]
    const jobId = `import-${number}-${now}`
    await runBatch(db, phoneStatements(db, { jobId, items, consent: { source: AGREED, by: ADMIN.id }, now }))
    return idOf(scene, number) !== null
  }
  try {
    await addPhone(ports, { number, name: 'N', source: AGREED }, [])
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'number_exists'
  }
}
/** Within its cooldown, and perhaps after a stop. */
const deleteAndAdd = (scene: Scene): void => {
  const { world, promises, random } = scene
  const byFile = random.chance(0.5)
  const afterMs = random.between(1_000, 60_000)
  removeSomebody(scene, (number) =>
    world.after(afterMs, 'comes back', () => {
      if (promises.isErased(number)) return
      promises.mayComeBack(number)
      insist(
        world,
        `${byFile ? 'imports' : 'adds'} ${number} again`,
        () => addBack(scene, number, byFile),
        (isThere) => {
          if (!isThere) return promises.forbid(number, false)
          const sql = 'select 1 from phone_numbers where number = ? and last_attempt_at > 0'
          sometimes('deleted and added again within the cooldown', world.database.sql(sql, number).length > 0)
        },
      )
    }),
  )
}
const activateAgain = (scene: Scene, number: string): void => {
  const { world, promises } = scene
  const id = idOf(scene, number)
  if (id === null || promises.isErased(number)) return
  promises.mayComeBack(number)
  const work = () =>
    editPhone(portsOf(scene), id, { status: 'active', consent_source: `${AGREED} ${world.now}` }, () => [])
  insist(
    world,
    `activates ${number}`,
    () => work().catch(() => null),
    (done) => {
      if (done === null) promises.forbid(number, false)
    },
  )
}

/** @returns whether the stop is lifted; false: a second person is asked */
const lift = async (scene: Scene, id: number): Promise<boolean> => {
  const { db, hashKeys, now } = portsOf(scene)
  const stopped = await stoppedById(db, String(id), hashKeys)
  return (await liftOrAsk(db, stopped, { by: ADMIN.id, reason: 'Minta lewat pesan', now }, () => [])) === null
}
const liftStop = (scene: Scene): void => {
  const { world, promises, random } = scene
  const rows = world.database.sql<{ id: number; number: string }>(
    'select id, number from suppressions where number is not null order by id desc limit 5',
  )
  if (rows.length === 0) return
  const { id, number } = random.pick(rows)
  const account = random.pick(world.blasters)
  const asksMs = random.between(2_000, 20_000)
  if (random.chance(0.7) && world.whatsapp.write(account.id, number, 'MULAI'))
    // the product may have it before it says so
    promises.known.asked.set(number, world.now)
  // they may change their mind, and the person who lifts must not have overlooked it
  if (random.chance(0.2))
    world.after(random.between(0, asksMs * 2), 'stops again', () => world.whatsapp.stop(account.id, number, false))
  world.after(asksMs, 'lifts', () => {
    if (promises.isErased(number)) return
    let tries = 0
    const work = () => {
      tries += 1
      return lift(scene, id).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        // the first press had worked, and only its answer got lost
        return error.code === 'not_found' && tries > 1
      })
    }
    insist(world, `lifts the stop of ${number}`, work, (isLifted) => {
      if (!isLifted) return world.say(`the stop of ${number} stays`)
      world.say(`the stop of ${number} is lifted`)
      promises.lifted(number)
      world.after(random.between(1_000, 20_000), 'agrees again', () => activateAgain(scene, number))
    })
  })
}

export const OFFICE_ACTS: readonly Act[] = [
  [1, holdAccount],
  [1, pausePlace],
  [1, pausePerson],
  [2, deleteAndAdd],
  [1, liftStop],
]
