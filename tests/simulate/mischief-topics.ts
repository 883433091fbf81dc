// People and members refuse what campaigns are about, and want it again (rule topics), in histories that have campaigns. Drawn apart from all else,
// so that the histories stay as they were.
import { sometimes } from '../../contract/ground/sometimes.ts'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { refuseAsMember } from '../../domain/sending/templates/topic-store.ts'
import { turnTopicsOf } from '../../worker/recipient-acts.ts'
import type { Scene } from './mischief.ts'
import { insist } from './mischief-people.ts'
import type { Random } from './platform/random.ts'
import { TOPICS } from './stage.ts'

const ALL = Object.values(TOPICS)
/** busy: whose press is not answered yet; they wait for it. */
type Who = { scene: Scene; random: Random; busy: Set<string> }

/** Prefers whom an account holds for a campaign in this moment. */
const somebody = ({ scene: { world }, random }: Who): string => {
  const held = world.database.sql<{ number: string }>(
    'select number from phone_numbers where in_use = 1 and in_use_campaign is not null order by id',
  )
  return held.length > 0 && random.chance(0.6) ? random.pick(held).number : random.pick(world.numbers)
}
const press = (
  { scene: { world }, busy }: Who,
  who: string,
  what: string,
  work: () => Promise<unknown>,
  done = () => {},
) => {
  busy.add(who)
  insist(world, `${who} ${what}`, work, () => {
    busy.delete(who)
    done()
  })
}
const personTurns = (who: Who): void => {
  const { scene, random, busy } = who
  const { world, promises } = scene
  const number = somebody(who)
  if (busy.has(number) || promises.isErased(number)) return
  const refused = promises.topics.refusedBy(number)
  const some = random.chance(0.2) ? ALL : [random.pick(ALL)]
  const turn = (was: readonly string[], wanted: readonly string[]) =>
    turnTopicsOf({ db: connect(world.env.DB), env: world.env, now: world.now }, number, { was, wanted })
  if (refused.length > 0 && random.chance(0.6)) {
    promises.topics.wants(number, refused)
    return press(who, number, `wants ${refused.join(', ')} again`, () => turn([], refused))
  }
  const held = 'select 1 from phone_numbers where number = ? and in_use = 1 and in_use_campaign is not null'
  sometimes(
    'somebody refuses the topic of what they are claimed for',
    () => world.database.sql(held, number).length > 0,
  )
  const refusals = promises.topics.refuses(number, some)
  press(
    who,
    number,
    `refuses ${some.join(', ')}`,
    () => turn(some, []),
    () => promises.topics.refused(number, refusals),
  )
}
const memberTurns = (who: Who): void => {
  const { scene, random, busy } = who
  const { world, promises } = scene
  const { userId } = random.pick(world.blasters)
  if (busy.has(userId)) return
  const topic = random.pick(ALL)
  const refused = !promises.topics.refusedBy(userId).includes(topic)
  const work = () =>
    runBatch(connect(world.env.DB), [refuseAsMember(connect(world.env.DB), userId, { topic, refused })])
  if (refused) press(who, userId, `refuses ${topic}`, work, () => promises.topics.refusedByMember(userId, topic))
  else {
    promises.topics.wants(userId, [topic])
    press(who, userId, `sends ${topic} again`, work)
  }
}

export const refuseTopics = (scene: Scene, random: Random): void => {
  const { world } = scene
  const who: Who = { scene, random, busy: new Set() }
  const next = (): void =>
    world.after(random.between(4_000, 30_000), 'topics', () => {
      if (!world.isTroubled) return
      if (random.chance(0.75)) personTurns(who)
      else memberTurns(who)
      next()
    })
  next()
}
