// Whose keys a row of a session holds, by the row's id. The ids are made by Baileys.

/**
 * The number or LID in the row's id, digits only; null: the row is about no person. The runner tells a person's rows from the
 * account's own by it, and the object finds the owner of a row that came without one.
 */
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
