// Who is named in the id of a session's key row. The ids are Baileys'.

/**
 * Number or LID in the row's id, digits only; null for rows that no person is named in. The runner tells a person's rows
 * from the account's own by it, the object finds a row by it whose owner it is not told.
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
