// What one statement takes of a long list.
/** Of one statement's parameter, far below D1's 2 MB. */
const CHARS_A_STATEMENT = 500_000
/** A list as JSON, in as many parts as statements are needed. */
export const inParts = (all: readonly unknown[]): string[] => {
  const parts: string[] = []
  let part: string[] = []
  let size = 0
  for (const one of all) {
    const json = JSON.stringify(one)
    if (size + json.length > CHARS_A_STATEMENT && part.length > 0) {
      parts.push(`[${part.join(',')}]`)
      part = []
      size = 0
    }
    part.push(json)
    size += json.length
  }
  return part.length === 0 ? parts : [...parts, `[${part.join(',')}]`]
}
