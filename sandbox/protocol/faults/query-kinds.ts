// Names for the queries a client sends, so that a fault can choose which of them it meets.
import { CAPPING_QUERY, TIMELOCK_QUERY } from '../limits.ts'
import { child, firstChild, type Node } from '../nodes.ts'

export const USYNC_PROTOCOLS = ['contact', 'devices', 'lid'] as const
export type UsyncProtocol = (typeof USYNC_PROTOCOLS)[number]

export const QUERY_KINDS = [
  'any',
  'usync',
  'usync-contact',
  'usync-devices',
  'usync-lid',
  'keys',
  'key-count',
  'key-digest',
  'key-upload',
  'key-rotate',
  'media',
  'mex',
  'timelock',
  'capping',
  'tokens',
  'privacy',
  'passive',
  'props',
  'blocklist',
  'app-state',
  'pairing-code',
  'pairing-finish',
  'unlink',
  'ping',
  'other',
] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

/** `xmlns/first child` → the query's name. */
const NAMES: Record<string, QueryKind> = {
  'encrypt/key': 'keys',
  'encrypt/count': 'key-count',
  'encrypt/digest': 'key-digest',
  'encrypt/rotate': 'key-rotate',
  'w:m/media_conn': 'media',
  'privacy/tokens': 'tokens',
  'privacy/privacy': 'privacy',
  'abt/props': 'props',
  'md/remove-companion-device': 'unlink',
}
const BY_NAMESPACE: Record<string, QueryKind> = {
  encrypt: 'key-upload',
  passive: 'passive',
  blocklist: 'blocklist',
  'w:sync:app:state': 'app-state',
  'w:p': 'ping',
}
const MEX_NAMES: Record<string, QueryKind> = { [TIMELOCK_QUERY]: 'timelock', [CAPPING_QUERY]: 'capping' }
const LINK_STAGES: Record<string, QueryKind> = {
  companion_hello: 'pairing-code',
  companion_finish: 'pairing-finish',
}

/** Which protocols a usync query asks: contact is the look-up of numbers. */
export function protocolsOf(usync: Node | undefined): Set<string> {
  const query = child(usync, 'query')
  return new Set(Array.isArray(query?.content) ? query.content.map(({ tag }) => tag) : [])
}

/** All names that fit a query; a usync or mex query has a wide one and a narrow one. */
export function kindsOfQuery(iq: Node): Set<QueryKind> {
  const kid = firstChild(iq)
  const space = iq.attrs.xmlns ?? ''
  const asked = protocolsOf(kid)
  const named = NAMES[`${space}/${kid?.tag ?? ''}`] ?? LINK_STAGES[kid?.attrs.stage ?? ''] ?? BY_NAMESPACE[space]
  const mex = MEX_NAMES[kid?.attrs.query_id ?? '']
  const found: QueryKind[] = [
    ...(space === 'usync' ? ['usync' as const] : []),
    ...(space === 'usync' ? USYNC_PROTOCOLS.filter((one) => asked.has(one)).map((one) => `usync-${one}` as const) : []),
    ...(space === 'w:mex' ? ['mex' as const] : []),
    ...(space === 'w:mex' && mex ? [mex] : []),
    ...(named ? [named] : []),
  ]
  return new Set(['any', ...(found.length > 0 ? found : ['other' as const])])
}
