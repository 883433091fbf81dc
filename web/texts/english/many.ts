/** A count with its noun: English changes the noun for one, Indonesian does not. */
export const many = (count: string | number, one: string, more: string): string =>
  `${count} ${String(count) === '1' ? one : more}`
