// What the doctor found of one thing, and what Cloudflare answered to the question.
import { REFUSED_TOKEN, statusOf } from '../account.ts'

/** there, missing: Cloudflare says so. unknown: it does not say. */
export type Finding = {
  what: string
  state: 'there' | 'missing' | 'unknown'
  says: string
  /** The one step that mends it. */
  mend?: string
  /** Without some things the service runs, with less. */
  isOptional?: boolean
}

const MARKS = { there: '✓', missing: '✗', unknown: '?' } as const
const markOf = ({ state, isOptional }: Finding): string => (state === 'missing' && isOptional ? '-' : MARKS[state])
export const lineOf = (finding: Finding): string =>
  `${markOf(finding)} ${finding.what}: ${finding.says}${finding.mend ? `. Next: ${finding.mend}` : ''}`
export const isNeededAndMissing = ({ state, isOptional }: Finding): boolean => state === 'missing' && !isOptional

/** lacks: the right that the token has not. */
export type Answer<T> = { said: T } | { lacks: string } | { refused: string }

const firstLine = (error: unknown): string =>
  (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)).slice(0, 300)
/** @throws Error when the token itself is refused: then nothing can be told. */
export const asking = async <T>(scope: string, read: Promise<T>): Promise<Answer<T>> => {
  try {
    return { said: await read }
  } catch (error) {
    const status = statusOf(error)
    if (status === 401) throw new Error(REFUSED_TOKEN, { cause: error })
    return status === 403 ? { lacks: scope } : { refused: firstLine(error) }
  }
}
/** Each thing is judged from what was said; what was not said is not guessed. */
export const judged = <T>(what: string, answer: Answer<T>, judge: (said: T) => Omit<Finding, 'what'>): Finding => {
  if ('said' in answer) return { what, ...judge(answer.said) }
  const says =
    'lacks' in answer
      ? `cannot be told, the token lacks ${answer.lacks}`
      : `Cloudflare does not say (${answer.refused})`
  return { what, state: 'unknown', says }
}
export const there = (says: string): Omit<Finding, 'what'> => ({ state: 'there', says })
export const missing = (says: string, mend: string): Omit<Finding, 'what'> => ({ state: 'missing', says, mend })
