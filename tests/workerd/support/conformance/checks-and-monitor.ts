// Generator, Validator and Developer monitor: run as soon as they are mounted.
import { expect } from 'vitest'
import { linkedAccount } from '../stage.ts'
import { INVALID, Line, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

type Kind = 'generator' | 'validator'
const COMMON =
  'id Whatsapp.pushname Whatsapp.phonenumber Whatsapp.clientid Whatsapp.id current_number progress count_success count_fail status state whatsapp_id b_insert interval_min interval_max'.split(
    ' ',
  )
const KEYS = {
  generator: [...COMMON, 'start_number', 'end_number'],
  validator: [
    ...COMMON,
    'fileName',
    'fileUrl',
    'requesting',
    'validating',
    'waiting',
    'waitTime',
    'attempting',
    'attempingCode',
  ],
}
const under = (place: string, kind: Kind): string[] => KEYS[kind].map((key) => `${place}.${key}`)
let firstNumber = 6281310000000

/** An admin's own account for a kind of check, because a member's is lent for blasts only. */
const senders = new Map<Kind, Promise<string>>()
const senderOf = (kind: Kind, world: World): Promise<string> => {
  const known = senders.get(kind)
  if (known) return known
  const linked = linkedAccount(world.runner, world.admin.id, kind).then((account) => account.accountId)
  senders.set(kind, linked)
  return linked
}
const settingsOf = (whatsapp_id: string, more: object = {}) => ({
  whatsapp_id,
  b_insert: 0,
  interval_min: 1,
  interval_max: 2,
  ...more,
})
/** What the create call is sent: JSON of a generator, a form with a file of a validator. */
const newOf = (kind: Kind, sender: string, more: Record<string, unknown> = {}) => {
  firstNumber += 100
  const settings = settingsOf(sender)
  if (kind === 'generator')
    return { body: { start_number: String(firstNumber), end_number: String(firstNumber + 9), ...settings, ...more } }
  const form: Record<string, string | File> = {
    file: new File([`number,name\n${firstNumber},Ani\n${firstNumber + 1},Budi\n`], 'sasaran.csv'),
  }
  for (const [key, value] of Object.entries({ ...settings, ...more })) form[key] = String(value)
  return { form }
}
const made = async (kind: Kind, world: World, sender?: string): Promise<{ id: string }> => {
  const json = await new Line(`POST /admin/${kind}/create`).good<Record<Kind, { id: string }>>(
    { as: world.admin, ...newOf(kind, sender ?? (await senderOf(kind, world))) },
    [`${kind}.id`],
  )
  return json[kind]
}
const strangers = ({ member }: World) => [member]

const of = (kind: Kind): Cases => ({
  [`GET /admin/${kind}/list-per-page`]: async (line: Line, world: World) => {
    await made(kind, world)
    await line.page({ as: world.admin, query: '&user_id=null&search=' }, KEYS[kind])
    await line.good({ as: world.dev, query: '?page=1&user_id=null' }, ['data.0.id'])
    const own = await line.good<{ data: [] }>({ as: world.staff, query: '?page=1&user_id=null' }, ['data'])
    expect(own.data).toEqual([])
    await line.closed({}, strangers(world))
  },
  [`GET /admin/${kind}/{id}`]: async (line: Line, world: World) => {
    const { id } = await made(kind, world)
    await line.good({ as: world.admin, id }, under(kind, kind), [[kind, 'data']])
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id }, strangers(world))
  },
  [`POST /admin/${kind}/create`]: async (line: Line, world: World) => {
    const sender = await senderOf(kind, world)
    await line.good({ as: world.admin, ...newOf(kind, sender) }, under(kind, kind))
    const order = { status: 422, text: INVALID, fields: ['interval_min'] }
    await line.refused({ as: world.admin, ...newOf(kind, sender, { interval_min: 5, interval_max: 2 }) }, order)
    if (kind === 'generator') {
      const range = newOf(kind, sender, { start_number: '6281399999999' })
      await line.refused({ as: world.admin, ...range }, { status: 422, text: INVALID, fields: ['start_number'] })
    } else {
      const { form } = newOf(kind, sender)
      const { file: _, ...fields } = form ?? {}
      const none = { status: 422, text: 'Pilih berkas terlebih dahulu.' }
      await line.refused({ as: world.admin, form: fields }, none)
    }
    await line.closed(newOf(kind, sender), strangers(world))
  },
  [`PUT /admin/${kind}/{id}`]: async (line: Line, world: World) => {
    const sender = await senderOf(kind, world)
    const { id } = await made(kind, world)
    const put = (more: object) => ({ as: world.admin, id, body: settingsOf(sender, more) })
    const json = await line.good<Record<Kind, object>>(put({ interval_max: 9, b_insert: 1 }), under(kind, kind))
    expect(json[kind]).toMatchObject({ interval_max: 9, b_insert: 1 })
    await line.refused(put({ interval_min: 10, interval_max: 2 }), {
      status: 422,
      text: INVALID,
      fields: ['interval_min'],
    })
    await line.refused({ ...put({}), id: 'none' }, NOT_FOUND)
    await line.closed({ id, body: settingsOf(sender) }, strangers(world))
  },
  [`DELETE /admin/${kind}/{id}`]: async (line: Line, world: World) => {
    const { id } = await made(kind, world)
    await line.closed({ id }, strangers(world))
    await line.good({ as: world.admin, id }, ['success'])
    await line.refused({ as: world.admin, id }, NOT_FOUND)
  },
  [`POST /admin/${kind}/start`]: async (line: Line, world: World) => {
    const sender = await linkedAccount(world.runner, world.admin.id, kind)
    const { id } = await made(kind, world, sender.accountId)
    await line.good({ as: world.admin, body: { id } }, ['success'])
    for (const body of [{}, { id: 'none' }]) await line.refused({ as: world.admin, body }, NOT_FOUND)
    await line.closed({ body: { id } }, strangers(world))
  },
  [`POST /admin/${kind}/stop`]: async (line: Line, world: World) => {
    const sender = await linkedAccount(world.runner, world.admin.id, kind)
    const { id } = await made(kind, world, sender.accountId)
    await line.good({ as: world.admin, body: { id } }, ['success'])
    await line.refused({ as: world.admin, body: { id: 'none' } }, NOT_FOUND)
    await line.closed({ body: { id } }, strangers(world))
  },
  [`GET /admin/${kind}/download-result/{id}`]: async (line: Line, world: World) => {
    const { id } = await made(kind, world)
    const json = await line.good<{ list: unknown[] }>({ as: world.admin, id }, ['list'])
    expect(Array.isArray(json.list)).toBe(true)
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id }, strangers(world))
  },
})

const monitor = (which: string): Cases => ({
  [`GET /dev/monitor/${which}`]: async (line: Line, world: World) => {
    const query = which === 'local' ? '' : `?id=${world.account.accountId}`
    await line.good({ as: world.dev, query }, ['data'])
    await line.closed({ query }, [world.admin, world.staff, world.member])
  },
})
export const CHECKS_AND_MONITOR: Cases = {
  ...of('generator'),
  ...of('validator'),
  ...monitor('local'),
  ...monitor('remote'),
  ...monitor('socket'),
}
