// Which key rows are kept, and which are needed together.
import { userOf } from '../../contract/key-user.ts'

/** Kept in memory only, never in the vault: groups are ignored, the token index is rebuilt. */
export const isTransient = (type: string, id: string): boolean =>
  type === 'sender-key' || type === 'sender-key-memory' || (type === 'tctoken' && id === '__index')

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
