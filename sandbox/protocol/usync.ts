// Look-up of numbers: are they on WhatsApp, what is their LID, which devices do they have. And how it goes wrong: an
// error in place of the entries, or entries that are missing.
import type { FaultOf } from './faults/kinds.ts'
import { protocolsOf } from './faults/query-kinds.ts'
import { ERROR_TEXTS } from './iq-error.ts'
import { addressOf, bytes, child, children, lidJid, make, type Node, pnJid } from './nodes.ts'
import type { World } from './world.ts'

const DISTINCT_KEPT = 200_000

/** @param asker the phone whose faults may strike */
export function answerUsync(world: World, usync: Node, asker: string): Node[] {
  const asked = protocolsOf(usync)
  const users = children(child(usync, 'list'), 'user')
  const numberOf = (user: Node) => numberOfUser(world, user)
  if (asked.has('contact')) countLookups(world, users.map(numberOf))
  const refused = world.faults.strike('usync-error', asker, ({ protocol }) => asked.has(protocol))
  if (refused) return [frame(usync, [protocolError(refused)], [])]
  const gap = world.faults.strike(
    'usync-gap',
    asker,
    ({ protocol, numbers }) =>
      asked.has(protocol) && (numbers.length === 0 || users.some((user) => numbers.includes(numberOf(user)))),
  )
  const answered = users.filter((user, index) => !gap || !isMissing(gap, index, numberOf(user)))
  return [
    frame(
      usync,
      [],
      answered.map((user) => describe(world, user, asked)),
    ),
  ]
}

function frame(usync: Node, result: Node[], list: Node[]): Node {
  const { sid = '', mode = 'query', context = 'interactive' } = usync.attrs
  const attrs = { sid, index: '0', last: 'true', mode, context }
  return make('usync', attrs, [make('result', {}, result), make('list', {}, list)])
}

function protocolError({ protocol, code, backoff }: FaultOf<'usync-error'>): Node {
  const attrs = { code: String(code), text: ERROR_TEXTS[code] ?? '', backoff: String(backoff) }
  return make(protocol, {}, [make('error', attrs)])
}

const isMissing = ({ numbers, missing }: FaultOf<'usync-gap'>, index: number, number: string): boolean =>
  numbers.length > 0 ? numbers.includes(number) : index < missing

function countLookups(world: World, numbers: string[]): void {
  world.lookups.queries += 1
  world.lookups.numbers += numbers.length
  const { times } = world.lookups
  for (const number of numbers) {
    const before = times.get(number) ?? 0
    if (before > 0 || times.size < DISTINCT_KEPT) times.set(number, before + 1)
  }
}

function typedNumber(user: Node): string | undefined {
  const contact = child(user, 'contact')
  return contact?.content === undefined ? undefined : bytes(contact).toString()
}

const numberOfUser = (world: World, user: Node): string =>
  typedNumber(user)?.replaceAll(/\D/g, '') ?? world.lids.phoneOf(addressOf(user.attrs.jid).user)

function describe(world: World, user: Node, asked: Set<string>): Node {
  const phone = numberOfUser(world, user)
  const registered = world.store.contacts.isRegistered(phone)
  const found: Node[] = []
  if (asked.has('contact')) found.push(make('contact', { type: registered ? 'in' : 'out' }, typedNumber(user)))
  if (asked.has('lid') && registered) found.push(make('lid', { val: lidJid(world.lids.lidOf(phone)) }))
  if (asked.has('devices') && registered) {
    const linked = world.store.devices.of(phone)
    // Baileys skips a companion device without a key index.
    const devices = linked.map(({ id }) => make('device', { id: String(id), 'key-index': String(id) }))
    found.push(make('devices', {}, [make('device-list', {}, [make('device', { id: '0' }), ...devices])]))
  }
  return make('user', { jid: user.attrs.jid || pnJid(phone) }, found)
}
