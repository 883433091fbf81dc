// Tells which unique rule a write ran into.

/** @param column as SQLite names it, e.g. `users.email`. */
export const isConflict = (error: unknown, column: string): boolean => {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (e.message.includes(`UNIQUE constraint failed`) && e.message.includes(column)) return true
  }
  return false
}
