// A fault that somebody could make, kept as the few words of source that make it, so that it is known what would catch it.

/** Replaces exactly these words of the file by those. */
type Edit = { file: string; from: string; to: string }
export type Fault = {
  name: string
  /** What is wrong, for the tables. */
  what: string
  /** The rule of docs/rules.md that it takes away: the page lists the first changed file first, and the tests must be among those that it lists. */
  rule?: string
  edits: readonly Edit[]
  /** Test files that may catch what the simulator does not reach. Without any: those beside the files that are changed. */
  tests?: readonly string[]
  /** The other line of defence, where nothing may catch the fault by itself: off as well, something must. */
  behind?: { what: string; edits: readonly Edit[] }
}
