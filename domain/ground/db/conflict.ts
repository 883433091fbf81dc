// Recognises which constraint a failed write broke.

const failed = (error: unknown, rule: string, column: string): boolean => {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (e.message.includes(`${rule} constraint failed`.trim()) && e.message.includes(column)) return true
  }
  return false
}
/** @param column as SQLite names it, e.g. `users.email`. */
export const isConflict = (error: unknown, column: string): boolean => failed(error, 'UNIQUE', column)
/** A statement that fails its batch on purpose wrote null into this column. */
export const isNullRefused = (error: unknown, column: string): boolean => failed(error, 'NOT NULL', column)
/** A row that breaks a rule of its table: it will break it again, whatever else is written beside it. */
export const isConstraint = (error: unknown): boolean => failed(error, '', '')
