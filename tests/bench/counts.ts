// What the counting Worker counts, and what that is a message. Pure.

/** Through which door the work came; http is who asks the API: people, and this benchmark's own looks. */
export type Door = 'http' | 'queue' | 'object' | 'cron' | 'other'
type Statements = Record<string, { door: Door; times: number; read: number; written: number }>
export type Counts = {
  requests: number
  /** Of D1. */
  statements: Statements
  objects: {
    requests: number
    activeMs: number
    alarmsSet: number
    /** Of all accounts' objects, now. */
    bytes: number
    statements: Statements
    byDoor: Record<string, number>
  }
  /** up and down: the runner's account sockets. */
  frames: { up: number; down: number; other: number }
  queue: { written: number; read: number; batches: number }
}
export const emptyCounts = (): Counts => ({
  requests: 0,
  statements: {},
  objects: { requests: 0, activeMs: 0, alarmsSet: 0, bytes: 0, statements: {}, byDoor: {} },
  frames: { up: 0, down: 0, other: 0 },
  queue: { written: 0, read: 0, batches: 0 },
})

export type Cost = {
  statements: number
  d1RowsRead: number
  d1RowsWritten: number
  objectRequests: number
  objectRowsRead: number
  objectRowsWritten: number
  alarmsSet: number
  queueOperations: number
  frames: number
  framesUp: number
  activeMs: number
  batches: number
}

/** A message, of so many; without what was asked over HTTP. */
export const costOf = (counts: Counts, messages: number): Cost => {
  const sum = (of: Statements, kind: 'times' | 'read' | 'written'): number =>
    Object.values(of).reduce((all, one) => all + (one.door === 'http' ? 0 : one[kind]), 0) / messages
  const { objects, frames, queue } = counts
  return {
    statements: sum(counts.statements, 'times'),
    d1RowsRead: sum(counts.statements, 'read'),
    d1RowsWritten: sum(counts.statements, 'written'),
    objectRequests: objects.requests / messages,
    objectRowsRead: sum(objects.statements, 'read'),
    objectRowsWritten: sum(objects.statements, 'written'),
    alarmsSet: objects.alarmsSet / messages,
    // written, read and deleted are an operation each
    queueOperations: (queue.written + queue.read * 2) / messages,
    frames: (frames.up + frames.down) / messages,
    framesUp: frames.up / messages,
    activeMs: objects.activeMs / messages,
    batches: queue.batches / messages,
  }
}

/** The statements with most of a kind, each with its share of a message. */
export const dearest = (
  statements: Statements,
  by: 'times' | 'read' | 'written',
  messages: number,
  most: number,
): string[] =>
  Object.entries(statements)
    .filter(([, one]) => one.door !== 'http')
    .toSorted(([, a], [, b]) => b[by] - a[by])
    .slice(0, most)
    .map(([sql, one]) => {
      const [times, read, written] = [one.times, one.read, one.written].map((n) => (n / messages).toFixed(2))
      return `${times} times, ${read} rows read, ${written} written: ${sql}`
    })
