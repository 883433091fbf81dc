// What admins change under a running blast: prices of a level, a person and the place, whose level it is, templates, the day's cap.
import { connect, type Db, runBatch, type Statement } from '../../domain/ground/db/connection.ts'
import { updateLevel } from '../../domain/people/levels/store.ts'
import { writeSettings } from '../../domain/ground/settings/store.ts'
import { insertTemplate, type TemplateValues, updateTemplate } from '../../domain/sending/templates/store.ts'
import { updateUser } from '../../domain/people/users/store.ts'
import type { Act, Scene } from './mischief.ts'
import { insist } from './mischief-people.ts'

const change = ({ world, promises }: Scene, what: string, statement: (db: Db) => Statement): void => {
  promises.terms.look()
  insist(
    world,
    what,
    () => {
      const db = connect(world.env.DB)
      return runBatch(db, [statement(db)])
    },
    () => promises.terms.look(),
  )
}

const changePrice = (scene: Scene): void => {
  const { world, random } = scene
  const { userId } = random.pick(world.blasters)
  const fee = random.pick([40, 60, 90, 110])
  const level_id = random.pick(['l', 'm'])
  const price = random.pick(['own', 'no own', 'level', 'general', 'of another level'] as const)
  const level = { name: 'L', blast_fee: fee, requirement_blast: 0 }
  const statement = {
    own: (db: Db) => updateUser(db, userId, { blast_fee: fee }),
    'no own': (db: Db) => updateUser(db, userId, { blast_fee: null }),
    level: (db: Db) => updateLevel(db, 'l', level),
    general: (db: Db) => writeSettings(db, { price: fee }),
    'of another level': (db: Db) => updateUser(db, userId, { level_id }),
  }[price]
  change(scene, `changes the price of ${userId} (${price}) to ${fee}`, statement)
}

const valuesOf = (text: string, status: TemplateValues['status']): TemplateValues => ({
  name: text,
  topic: null,
  text,
  textWa: text,
  status,
  button: [],
  onlyCampaigns: false,
  media: null,
})
/** What is being written must not leave; with none active a run ends, and starts over when its member looks. */
const changeTemplate = (scene: Scene): void => {
  const { world, promises, random } = scene
  const text = `Versi ${Math.round(world.now)}`
  const id = random.pick(['t1', 't2'])
  promises.terms.draft(text)
  const isNew = random.chance(0.3)
  const write = (db: Db) =>
    isNew
      ? insertTemplate(db, `t-${text}`, valuesOf(text, 'nonactive'), world.now)
      : updateTemplate(db, id, valuesOf(text, 'nonactive'))
  change(scene, `writes the template ${isNew ? text : id} again: ${text}`, write)
  world.after(random.between(20_000, 90_000), 'template', () => {
    promises.terms.publish(text)
    const to = valuesOf(text, 'active')
    change(scene, `activates ${text}`, (db) => updateTemplate(db, isNew ? `t-${text}` : id, to))
  })
}
/** A day's cap of before may stand in what an account claimed by. */
const changeCap = (scene: Scene): void => {
  const { promises, random } = scene
  const cap = random.pick([6, 12, 1_000])
  promises.known.mostADay = Math.max(promises.known.mostADay, cap)
  change(scene, `changes the day's cap to ${cap}`, (db) => writeSettings(db, { daily_cap: cap }))
}

export const TERMS_ACTS: readonly Act[] = [
  [1, changePrice],
  [0.5, changeTemplate],
  [0.2, changeCap],
]
