// The only way in which tests and scripts wait: for a condition, never for a time.
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

type Seen<T> = T | null | undefined | false
type Patience = {
  /** The longest wait on a busy machine; below the test runner's own limit, so that the error names what was waited for. */
  forMs?: number
  /** Absent: more and more seldom, because each look costs others on a busy machine what it takes. */
  everyMs?: number
  /** true: a look that throws counts as "not yet"; otherwise its error ends the wait. */
  throughErrors?: boolean
}
const FIRST_MS = 5
const LONGEST_MS = 80
/** Looks again until there is a value, and answers it. @throws Error naming what never happened */
export const until = async <T>(
  what: string,
  look: () => Seen<T> | Promise<Seen<T>>,
  { forMs = 25_000, everyMs, throughErrors = false }: Patience = {},
): Promise<T> => {
  const deadline = Date.now() + forMs
  let last: unknown = null
  let next = everyMs ?? FIRST_MS
  do {
    try {
      const seen = await look()
      if (seen) return seen
    } catch (error) {
      if (!throughErrors) throw error
      last = error
    }
    await pause(next)
    if (everyMs === undefined) next = Math.min(next * 1.4, LONGEST_MS)
  } while (Date.now() < deadline)
  const why = last instanceof Error ? ` (${last.message})` : ''
  throw new Error(`${what}: not within ${Math.round(forMs / 1000)} s${why}`)
}
