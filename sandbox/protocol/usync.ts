// Look-up of numbers: are they on WhatsApp, what is their LID, which devices do they have.
import { addressOf, bytes, child, children, lidJid, make, type Node, pnJid } from './nodes.ts'
import type { World } from './world.ts'

const DISTINCT_KEPT = 200_000

/** Which protocols a query asks: contact is the look-up of numbers. */
const protocolsOf = (usync: Node): Set<string> => {
  const query = child(usync, 'query')
  return new Set(Array.isArray(query?.content) ? query.content.map(({ tag }) => tag) : [])
}
export const asksContacts = (usync: Node): boolean => protocolsOf(usync).has('contact')

export function answerUsync(world: World, usync: Node): Node[] {
  const asked = protocolsOf(usync)
  const users = children(child(usync, 'list'), 'user')
  if (asked.has('contact')) {
    world.lookups.queries += 1
    world.lookups.numbers += users.length
  }
  return [
    make(
      'usync',
      {
        sid: usync.attrs.sid ?? '',
        index: '0',
        last: 'true',
        mode: usync.attrs.mode ?? 'query',
        context: usync.attrs.context ?? 'interactive',
      },
      [
        make('result'),
        make(
          'list',
          {},
          users.map((user) => describe(world, user, asked)),
        ),
      ],
    ),
  ]
}

function describe(world: World, user: Node, asked: Set<string>): Node {
  const contact = child(user, 'contact')
  const typed = contact?.content === undefined ? undefined : bytes(contact).toString()
  const phone = typed?.replaceAll(/\D/g, '') ?? world.lids.phoneOf(addressOf(user.attrs.jid).user)
  const registered = world.store.contacts.isRegistered(phone)
  const found: Node[] = []
  if (asked.has('contact')) {
    const { times } = world.lookups
    const before = times.get(phone) ?? 0
    if (before > 0 || times.size < DISTINCT_KEPT) times.set(phone, before + 1)
    found.push(make('contact', { type: registered ? 'in' : 'out' }, typed))
  }
  if (asked.has('lid') && registered) found.push(make('lid', { val: lidJid(world.lids.lidOf(phone)) }))
  if (asked.has('devices') && registered) {
    const linked = world.store.devices.of(phone)
    // Baileys skips a companion device without a key index.
    const devices = linked.map(({ id }) => make('device', { id: String(id), 'key-index': String(id) }))
    found.push(make('devices', {}, [make('device-list', {}, [make('device', { id: '0' }), ...devices])]))
  }
  return make('user', { jid: user.attrs.jid || pnJid(phone) }, found)
}
