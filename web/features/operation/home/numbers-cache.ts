// The dashboard's last numbers of each person, so that the next visit starts with them.
/** Name of a home's whole answer. It changes with its shape: what an older version of the page has kept lacks keys that this one reads. */
export const HOME_KEPT = 'home-5'

export type Numbers = Record<string, unknown>

const key = (userId: string): string => `numbers:${userId}`

export const cachedNumbers = (userId: string): Numbers => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key(userId)) ?? '{}')
    return value && typeof value === 'object' ? (value as Numbers) : {}
  } catch {
    return {}
  }
}

export const cacheNumber = (userId: string, name: string, value: unknown): void => {
  try {
    localStorage.setItem(key(userId), JSON.stringify({ ...cachedNumbers(userId), [name]: value }))
  } catch {
    // Nothing is lost but a quicker start.
  }
}
