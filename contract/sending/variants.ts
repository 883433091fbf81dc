// Which of a campaign's templates a person gets (rule campaign-variants). Free of what only the server needs, because the form shows the same choice. Pure.

/** FNV-1a, of the same text the same number in [0, 1). */
const partOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  // the last bytes of a text move only the low bits: mixed once more, neighbours are spread
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
/** By person and campaign, so that a second try of a message keeps its template; null: there is none that they get. */
export const variantOf = <V extends { weight: number }>(
  variants: readonly V[],
  campaignId: number,
  numberId: number,
): V | null => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  let left = partOf(`${campaignId}:${numberId}`) * total
  for (const variant of variants) {
    left -= variant.weight
    if (left < 0) return variant
  }
  return variants.at(-1) ?? null
}
