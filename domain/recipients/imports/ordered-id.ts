// Ids of imported rows.

/** Random, and sorts as the rows of the file do. */
export const orderedId = (row: number): string => `${row.toString(16).padStart(8, '0')}${crypto.randomUUID().slice(8)}`
