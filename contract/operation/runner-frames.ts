// Frames between runner and Worker, read part by part: while a release rolls out each end meets the other's next version, and what
// it does not know of that takes nothing else with it (rule newer-words).
import { z } from 'zod'
import { type Command, command, type ControlUp, controlUp, type Fact, fact, frameJson } from './runner.ts'

/** Where and why, without the value. */
const problemOf = ({ issues: [first] }: z.ZodError): string => `${first?.path.join('.')}: ${first?.code}`

const KINDS_UP: ReadonlySet<string> = new Set(controlUp.options.flatMap(({ shape }) => [...shape.kind.values]))
/** @returns 'newer': it is of a kind that only a newer runner says; null: it is no frame, or one of a known kind that cannot be read */
export const readControlUp = (text: string): ControlUp | 'newer' | null => {
  const json = frameJson(text)
  const { data } = controlUp.safeParse(json)
  if (data) return data
  const said = z.object({ kind: z.string() }).safeParse(json)
  return said.success && !KINDS_UP.has(said.data.kind) ? 'newer' : null
}

/**
 * ack: every fact up to this seq is stored, so the runner may forget it.
 * unread: but these, which this object does not know: the runner repeats them when it dials again. Older Workers do not send it.
 * at: the object's clock when it sent this, epoch ms, against which deadlines are read. Older Workers do not send it.
 */
const downParts = z.object({
  ack: z.number().optional(),
  unread: z.array(z.number()).optional(),
  at: z.number().optional(),
  commands: z.array(z.unknown()),
})
export type DownFrame = z.infer<typeof downParts> & { commands: Command[] }
/** @returns unreadable: what is wrong with each command that this version does not know; null: this is no frame */
export const readDownFrame = (text: string): (DownFrame & { unreadable: string[] }) | null => {
  const frame = downParts.safeParse(frameJson(text))
  if (!frame.success) return null
  const read = frame.data.commands.map((one) => command.safeParse(one))
  return {
    ...frame.data,
    commands: read.flatMap(({ data }) => data ?? []),
    unreadable: read.flatMap(({ error }) => (error ? [problemOf(error)] : [])),
  }
}

const upParts = z.object({ facts: z.array(z.object({ seq: z.number(), fact: z.unknown() })) })
/** @returns fact null: this version does not know it, for the reason given; null: this is no frame */
export const readUpFrame = (
  text: string,
): ({ seq: number; fact: Fact } | { seq: number; fact: null; problem: string })[] | null => {
  const frame = upParts.safeParse(frameJson(text))
  if (!frame.success) return null
  return frame.data.facts.map(({ seq, fact: said }) => {
    const read = fact.safeParse(said)
    return read.success ? { seq, fact: read.data } : { seq, fact: null, problem: problemOf(read.error) }
  })
}
