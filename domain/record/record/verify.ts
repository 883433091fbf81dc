// Proves the record: every closed day against its entries, the day before and the head that the bucket keeps (rule record-days).
import {
  AGED,
  CONTENTS,
  digestOf,
  hasContents,
  headOf,
  isByHash,
  isTaken,
  SEALED_TABLES,
  type SealedTable,
  sumOf,
  type TableOfContents,
} from './chain.ts'
import {
  daysAfter,
  dayUntil,
  importsBegin,
  missingStops,
  partsOf,
  type Read,
  type RecordDay,
  readContents,
  readPart,
  surplusImports,
} from './read.ts'

/**
 * link: the day does not follow the one before it. head: the row of the day was changed. entries: entries were changed, added or
 * removed. entry: the content of this one was changed. stored: the bucket has another head of this day. stop: the person of this entry is not on the list
 * of stops any more, and nobody lifted it. import: there are more consents, or others, under this import's number than it brought.
 */
export type RecordProblem = {
  day: string
  kind: 'link' | 'head' | 'entries' | 'entry' | 'stored' | 'stop' | 'import'
  table: SealedTable | null
  id: number | null
}
export type RecordProof = {
  days: number
  rows: number
  /** Entries that an erased person's data was taken out of; nothing but that was changed. */
  erased: number
  problems: RecordProblem[]
  /** The last day looked at, to go on after it; null: there is none after it. */
  next: string | null
}
export type RecordPorts = {
  read: Read
  /** The head that the bucket keeps of a day; null: none yet. */
  stored: (day: string) => Promise<string | null>
  /** YYYY-MM-DD: of days up to this one entries may be deleted, because their time is over. */
  deletedUntil: string
}

const verifyContents = async (read: Read, table: TableOfContents, day: string, after: number, last: number) => {
  const problems: RecordProblem[] = []
  let erased = 0
  let from = after
  for (;;) {
    const rows = await readContents(read, table, from, last)
    for (const row of rows) {
      const contents = CONTENTS[table].map((field) => row[field] ?? null)
      if (isTaken(table, row)) erased += 1
      else if (row.salt === null || digestOf(row.salt, contents) !== row.digest)
        problems.push({ day, kind: 'entry', table, id: row.id })
    }
    const end = rows.at(-1)?.id
    if (end === undefined || end >= last) return { problems, erased }
    from = end
  }
}

const verifyDay = async ({ read, stored, deletedUntil }: RecordPorts, row: RecordDay, before: RecordDay | null) => {
  const { day } = row
  const problems: RecordProblem[] = []
  const note = (kind: RecordProblem['kind'], table: SealedTable | null = null) =>
    problems.push({ day, kind, table, id: null })
  const parts = partsOf(row)
  if (row.previous !== (before?.head ?? '')) note('link')
  if (headOf(row.previous, day, parts) !== row.head) note('head')
  const kept = await stored(day)
  if (kept !== null && kept !== row.head) note('stored')
  const ends = before ? partsOf(before) : {}
  const byHash = isByHash(ends)
  let rows = 0
  let erased = 0
  for (const table of SEALED_TABLES) {
    const part = parts[table]
    if (!part || (day <= deletedUntil && AGED.some((aged) => aged === table))) continue
    const after = ends[table]?.last ?? ('after' in part ? part.after : 0)
    if ('after' in part && part.after !== after) note('link', table)
    const { sum, expected } = sumOf(part)
    const found = await readPart(read, table, { after, last: part.last }, sum)
    rows += found
    if (found !== part.rows || sum.end() !== expected) note('entries', table)
    if (table === 'consent_history')
      for (const id of await missingStops(read, { after, last: part.last, byHash }))
        problems.push({ day, kind: 'stop', table, id })
    if (table === 'consent_imports' && byHash && parts.consent_history) {
      const history = { after: ends.consent_history?.last ?? 0, last: parts.consent_history.last }
      const begun = ends.consent_history && 'after' in ends.consent_history ? ends.consent_history.after : history.after
      const range = { history, imports: { after, last: part.last } }
      const from = part.rows > 0 ? await importsBegin(read, range.imports, begun) : history.after
      for (const surplus of await surplusImports(read, range, from)) problems.push({ day, kind: 'import', ...surplus })
    }
    if (hasContents(table)) {
      const contents = await verifyContents(read, table, day, after, part.last)
      problems.push(...contents.problems)
      erased += contents.erased
    }
  }
  return { rows, erased, problems }
}

/** Days after this one, as many as fit into the given number of entries, at least one. @param after YYYY-MM-DD; empty: from the first */
export const verifyRecord = async (
  ports: RecordPorts,
  { after, days: limit, rows: enough }: { after: string; days: number; rows: number },
): Promise<RecordProof> => {
  const days = await daysAfter(ports.read, after, limit)
  let before = after === '' ? null : await dayUntil(ports.read, after)
  const proof: RecordProof = { days: 0, rows: 0, erased: 0, problems: [], next: null }
  for (const row of days) {
    const found = await verifyDay(ports, row, before)
    proof.days += 1
    proof.rows += found.rows
    proof.erased += found.erased
    proof.problems.push(...found.problems)
    proof.next = row.day
    before = row
    if (proof.rows >= enough) return proof
  }
  if (days.length < limit) proof.next = null
  return proof
}
