// Merkle trees of RFC 6962, section 2.1: their root, the path that proves one leaf, and its check. Pure.
import { createHash } from 'node:crypto'

export type Hash = Uint8Array<ArrayBufferLike>
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
export const leafOf = (text: string): Hash => createHash('sha256').update(LEAF).update(text).digest()
const nodeOf = (left: Hash, right: Hash): Hash => createHash('sha256').update(NODE).update(left).update(right).digest()
const EMPTY: Hash = createHash('sha256').digest()

/** Keeps the roots of the whole subtrees alone, so that millions of leaves pass through it. */
export class MerkleRoot {
  readonly #peaks: Hash[] = []
  #size = 0
  add(leaf: Hash): void {
    let hash = leaf
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2))
      hash = nodeOf(this.#peaks.pop() ?? EMPTY, hash)
    this.#peaks.push(hash)
    this.#size += 1
  }
  root(): Hash {
    const [last, ...others] = this.#peaks.toReversed()
    return others.reduce((right, left) => nodeOf(left, right), last ?? EMPTY)
  }
}
export const rootOf = (leaves: readonly Hash[]): Hash => {
  const tree = new MerkleRoot()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}

/** The largest power of two below a size of two or more. */
const splitOf = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1)
/** From the leaf's neighbour upwards. */
export const pathOf = (leaves: readonly Hash[], index: number): Hash[] => {
  if (leaves.length < 2) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split ? [...pathOf(left, index), rootOf(right)] : [...pathOf(right, index - split), rootOf(left)]
}
/** The root that a leaf at this place of a tree of this size leads to; null: the path does not fit. */
export const rootByPath = (leaf: Hash, index: number, size: number, path: readonly Hash[]): Hash | null => {
  if (index < 0 || index >= size) return null
  if (size === 1) return path.length === 0 ? leaf : null
  const above = path.at(-1)
  if (!above) return null
  const split = splitOf(size)
  const below = path.slice(0, -1)
  if (index < split) {
    const left = rootByPath(leaf, index, split, below)
    return left && nodeOf(left, above)
  }
  const right = rootByPath(leaf, index - split, size - split, below)
  return right && nodeOf(above, right)
}
