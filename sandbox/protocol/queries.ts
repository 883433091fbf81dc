// Queries of a client, by namespace. Every one is answered, unless a fault says otherwise: an unanswered query blocks
// Baileys for a minute.
import { randomBytes } from 'node:crypto'
import type { Connection } from './connection.ts'
import { unlink } from './faults/kicks.ts'
import { strikeQuery } from './faults/query-error.ts'
import { kindsOfQuery } from './faults/query-kinds.ts'
import { answerAppState, sendHistory } from './history.ts'
import { answerFrom, refuseQuery } from './iq-error.ts'
import { bundleNode, storeKeys, takeSignedKey } from './key-bundles.ts'
import { answerMex, beginTimelock } from './limits.ts'
import { finishCode, requestCode } from './link-code.ts'
import { child, children, firstChild, make, type Node } from './nodes.ts'
import { acceptsSignature, finishPairing } from './pairing.ts'
import { answerUsync } from './usync.ts'
import type { World } from './world.ts'

type Reply = (content?: Node[]) => void
type Answer = (world: World, connection: Connection, iq: Node, kid: Node | undefined, reply: Reply) => void

const ANSWERS: Record<string, Answer> = {
  encrypt: (world, connection, iq, kid, reply) => {
    const { device } = connection
    switch (kid?.tag) {
      case 'count': {
        const count = device ? world.store.devices.countPreKeys(device.phone, device.id) : 0
        return reply([make('count', { value: String(count) })])
      }
      case 'digest':
        return reply([make('digest', {}, [])])
      case 'key':
        return reply([
          make(
            'list',
            {},
            children(kid, 'user').map((user) => bundleNode(world, user.attrs.jid ?? '')),
          ),
        ])
      case 'rotate':
        if (device) takeSignedKey(world, device, child(kid, 'skey'))
        return reply()
      default:
        if (device) storeKeys(world, device, iq)
        return reply()
    }
  },
  usync: (world, connection, iq, kid, reply) => {
    if (!kid) return reply()
    const phone = connection.device?.phone ?? ''
    const isLookup = kindsOfQuery(iq).has('usync-contact')
    if (isLookup && world.faults.strike('lookup-error-463', phone)) {
      beginTimelock(world, phone)
      return refuseQuery(connection, iq, 463)
    }
    const answer = answerUsync(world, kid, phone)
    if (isLookup && world.faults.strike('slow-lookup', phone)) setTimeout(() => reply(answer), world.options.slowMs)
    else reply(answer)
  },
  abt: (_world, _connection, _iq, _kid, reply) => reply([make('props', { protocol: '1', hash: 'sandbox' }, [])]),
  privacy: (_world, _connection, _iq, kid, reply) =>
    reply([
      kid?.tag === 'tokens'
        ? make('tokens', {}, [])
        : make('privacy', {}, [make('category', { name: 'readreceipts', value: 'all' })]),
    ]),
  blocklist: (_world, _connection, _iq, _kid, reply) => reply([make('list', {}, [])]),
  'w:m': (world, _connection, _iq, _kid, reply) =>
    reply([
      make('media_conn', { auth: randomBytes(12).toString('hex'), ttl: '3600', auth_ttl: '3600' }, [
        make('host', { hostname: world.mediaHost }),
      ]),
    ]),
  'w:mex': (world, connection, _iq, kid, reply) => {
    const data = answerMex(world, connection, kid?.attrs.query_id)
    const errors = data ? undefined : [{ message: 'unknown query', extensions: { error_code: 400 } }]
    reply([make('result', {}, Buffer.from(JSON.stringify({ data, errors })))])
  },
  'w:sync:app:state': (_world, _connection, _iq, kid, reply) => reply(answerAppState(kid)),
  passive: (world, connection, _iq, kid, reply) => {
    reply()
    if (kid?.tag !== 'active') return
    sendHistory(world, connection).catch((error: unknown) => world.logError('history', error))
  },
  md: (world, connection, iq, kid, reply) => {
    if (kid?.tag === 'remove-companion-device') {
      reply()
      if (connection.device) unlink(world, connection.device.phone, connection.device.id)
      return
    }
    if (kid?.tag !== 'link_code_companion_reg') return reply()
    if (kid.attrs.stage === 'companion_hello') return requestCode(world, connection, iq, kid)
    reply()
    finishCode(world, connection, kid)
  },
}

export function answerQuery(world: World, connection: Connection, iq: Node): void {
  if (iq.attrs.type === 'result') {
    if (acceptsSignature(iq)) finishPairing(world, connection)
    return
  }
  if (iq.attrs.type === 'error') return
  if (strikeQuery(world, connection, iq)) return
  const reply: Reply = (content) =>
    connection.send(make('iq', { from: answerFrom(iq), type: 'result', id: iq.attrs.id ?? '' }, content))
  const answer = ANSWERS[iq.attrs.xmlns ?? '']
  // Pings, statistics and the like need no more than a yes.
  if (answer) answer(world, connection, iq, firstChild(iq), reply)
  else reply()
}
