// The one way to wait: for a condition, never for a time.
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

type Seen<T> = T | null | undefined | false
type Patience = {
  /** How long it may take on a busy machine; under the runtimes' own limit, so that it is said what was waited for. */
  forMs?: number
  everyMs?: number
  /** A look that throws saw nothing; otherwise its error ends the wait. */
  throughErrors?: boolean
}
/** Looks again until there is something to see, and hands it over. @throws Error naming what never happened. */
export const until = async <T>(
  what: string,
  look: () => Seen<T> | Promise<Seen<T>>,
  { forMs = 25_000, everyMs = 10, throughErrors = false }: Patience = {},
): Promise<T> => {
  const deadline = Date.now() + forMs
  let last: unknown = null
  do {
    try {
      const seen = await look()
      if (seen) return seen
    } catch (error) {
      if (!throughErrors) throw error
      last = error
    }
    await pause(everyMs)
  } while (Date.now() < deadline)
  const why = last instanceof Error ? ` (${last.message})` : ''
  throw new Error(`${what}: not within ${Math.round(forMs / 1000)} s${why}`)
}
