// Which key rows are stored in the vault, and which are loaded together.
import { userOf } from '../../contract/ground/key-user.ts'

/** Rows kept in memory only: groups are not used, and the token index is rebuilt. */
export const isTransient = (type: string, id: string): boolean =>
  type === 'sender-key' || type === 'sender-key-memory' || (type === 'tctoken' && id === '__index')

export type Item = { type: string; id: string }
/** Rows that are needed together with this one: they are loaded at once, so that a message costs one request. */
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
