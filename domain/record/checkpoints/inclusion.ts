// Proves that one entry stands in the record under a checkpoint, to somebody who has neither the database nor the other entries (rule inclusion).
import { z } from 'zod'
import { dayText, entryText, SEALED, SEALED_TABLES, type SealedTable } from '../record/chain.ts'
import { type Hash, leafOf, pathOf, rootByPath, rootOf } from '../record/merkle.ts'
import { partsOf, type Read, readPart } from '../record/read.ts'
import { type NoteProblem, openNote, type Verifier } from './note.ts'
import { allDays } from './tree.ts'

const path = z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(64)
const place = z.number().int().min(0)
/** As a file has it. Hashes in hex. */
const inclusion = z.object({
  table: z.enum(SEALED_TABLES),
  id: place,
  /** JSON of the columns of SEALED, in their order: what was sealed of it. */
  entry: z.string(),
  /** Its place among the entries that its day closed of this table, and the path to their root. */
  index: place,
  path,
  /** What the day's head is made of (dayText). */
  day: z.string(),
  /** The day's place among all days, and the path to the root that the checkpoint signs. */
  dayIndex: place,
  dayPath: path,
  checkpoint: z.string(),
})
export type Inclusion = z.infer<typeof inclusion>

const hex = (hash: Hash): string => Buffer.from(hash).toString('hex')
const bytes = (text: string): Hash => Buffer.from(text, 'hex')

/** large: its day closed more entries than are read here. changed: the entries of its day are not those that were sealed. not_found: no such entry. open: its day is not closed, or no checkpoint has it yet. old: its day was closed by a version that made no trees. */
export type NoInclusion = 'not_found' | 'open' | 'old' | 'large' | 'changed'
type Note = { size: number; note: string }
/** @param most entries of its day, all of which are read and held in memory, 32 bytes each */
export const proveInclusion = async (
  read: Read,
  { table, id }: { table: SealedTable; id: number },
  most = Infinity,
): Promise<Inclusion | NoInclusion> => {
  const [row] = (await read(`select ${SEALED[table]} from ${table} where id = ${id}`)) as Record<string, unknown>[]
  if (!row) return 'not_found'
  const days = await allDays(read)
  const dayIndex = days.findIndex((day) => (partsOf(day)[table]?.last ?? 0) >= id)
  const day = days[dayIndex]
  const part = day && partsOf(day)[table]
  if (!day || !part) return 'open'
  if (!('root' in part)) return 'old'
  if (part.rows > most) return 'large'
  const [signed] = (await read(
    `select size, note from record_checkpoints where size > ${dayIndex} order by size limit 1`,
  )) as Note[]
  if (!signed) return 'open'
  const entry = entryText(row)
  const leaves: Hash[] = []
  const own = hex(leafOf(entry))
  await readPart(read, table, part, { add: (text) => void leaves.push(leafOf(text)) })
  const index = leaves.findIndex((leaf) => hex(leaf) === own)
  // a row of an import is none by itself
  if (index === -1) return 'not_found'
  if (leaves.length !== part.rows || hex(rootOf(leaves)) !== part.root) return 'changed'
  const texts = days.slice(0, signed.size).map((one) => dayText(one.previous, one.day, partsOf(one)))
  return {
    table,
    id,
    entry,
    index,
    path: pathOf(leaves, index).map(hex),
    day: texts[dayIndex] ?? '',
    dayIndex,
    dayPath: pathOf(texts.map(leafOf), dayIndex).map(hex),
    checkpoint: signed.note,
  }
}

/** entry: the proof's entry is not the one that it names. path: it does not lead to what the checkpoint signs. */
export type InclusionProblem = NoteProblem | 'entry' | 'path'
/** [table, after, last, rows, root, …] of a day. */
const dayShape = z.tuple([z.string(), z.string(), z.array(z.array(z.unknown()))])
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
/**
 * @param text a file of a proof
 * @param note null: the checkpoint that the proof brings along; else one that was kept elsewhere, which must be of the same days
 * @returns the entry, and the day that closed it
 */
export const checkInclusion = async (
  text: string,
  verifiers: readonly Verifier[],
  note: string | null = null,
): Promise<{ entry: unknown[]; day: string } | { problem: InclusionProblem }> => {
  const read = inclusion.safeParse(parse(text))
  if (!read.success) return { problem: 'form' }
  const proof = read.data
  const opened = await openNote(note ?? proof.checkpoint, verifiers)
  if ('problem' in opened) return opened
  const entry = z.array(z.unknown()).safeParse(parse(proof.entry))
  if (!entry.success || entry.data[0] !== proof.id) return { problem: 'entry' }
  const day = dayShape.safeParse(parse(proof.day))
  const part = day.success ? day.data[2].find(([table]) => table === proof.table) : undefined
  if (!day.success || !part) return { problem: 'path' }
  const [, , , rows, root] = part
  const ofDay = rootByPath(leafOf(proof.entry), proof.index, Number(rows), proof.path.map(bytes))
  const ofAll = rootByPath(leafOf(proof.day), proof.dayIndex, opened.checkpoint.size, proof.dayPath.map(bytes))
  const leads =
    ofDay !== null &&
    hex(ofDay) === root &&
    ofAll !== null &&
    Buffer.from(ofAll).toString('base64') === opened.checkpoint.root
  return leads ? { entry: entry.data, day: day.data[1] } : { problem: 'path' }
}
