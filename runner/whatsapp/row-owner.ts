// Whose a key row is: one contact's (by the user part of its address) or the account's own.
/** Kept in memory only, never in the vault: groups are ignored, the token index is rebuilt. */
export const isTransient = (type: string, id: string): boolean =>
  type === 'sender-key' || type === 'sender-key-memory' || (type === 'tctoken' && id === '__index')

/** Number or lid user in the row's id; null for rows that belong to no contact at all. */
export const userOf = (type: string, id: string): string | null => {
  switch (type) {
    case 'session':
    case 'identity-key':
      return id.split('.', 1)[0]?.split('_', 1)[0] ?? null
    case 'device-list':
      return id
    case 'lid-mapping':
      return id.replace(/_reverse$/, '')
    case 'tctoken':
      return id === '__index' ? null : (id.split('@', 1)[0]?.split(':', 1)[0] ?? null)
    default:
      return null
  }
}

export type Item = { type: string; id: string }
/** What is needed together with a row: asked for at once, so that one message costs one question. */
export const siblings = ({ type, id }: Item): Item[] => {
  const user = userOf(type, id)
  if (user === null) return [{ type, id }]
  const isLid = id.includes('_') || id.endsWith('@lid')
  const address = `${isLid ? `${user}_1` : user}.0`
  return [
    { type, id },
    ...[
      { type: 'session', id: address },
      { type: 'identity-key', id: address },
      { type: 'device-list', id: user },
      { type: 'lid-mapping', id: isLid ? `${user}_reverse` : user },
      { type: 'tctoken', id: isLid ? `${user}@lid` : `${user}@s.whatsapp.net` },
    ].filter((item) => item.type !== type || item.id !== id),
  ]
}
