// A value as the tree shows it: its entries, with large collections cut into pages. Pure.
export const PAGE = 50

export type Entry = { name: string; value: unknown }
/** A large collection has pages between itself and its entries. */
export type Node = { kind: 'entry'; entry: Entry } | { kind: 'page'; from: number; to: number; entries: Entry[] }

export const isCollection = (value: unknown): value is object => typeof value === 'object' && value !== null

export const entriesOf = (value: object): Entry[] =>
  Array.isArray(value)
    ? value.map((item: unknown, index) => ({ name: String(index), value: item }))
    : Object.entries(value).map(([name, item]) => ({ name, value: item as unknown }))

export const nodesOf = (value: object): Node[] => {
  const entries = entriesOf(value)
  if (entries.length <= PAGE) return entries.map((entry) => ({ kind: 'entry', entry }))
  return Array.from({ length: Math.ceil(entries.length / PAGE) }, (_, page) => {
    const shown = entries.slice(page * PAGE, (page + 1) * PAGE)
    return { kind: 'page', from: page * PAGE, to: page * PAGE + shown.length - 1, entries: shown }
  })
}

/** A value without entries, written as JSON. */
export const textOf = (value: unknown): string => (value === undefined ? 'undefined' : JSON.stringify(value))
