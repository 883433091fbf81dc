// Visits every state that a world can reach, breadth first. A state is packed into a few words, so that a million of them and the way
// to each fit into some tens of megabytes.
import { countOf, type Invariant, inWords, type Over, refusedBy, type Step } from './relation.ts'
import { CHANGES, type State, type World } from './world.ts'

export type Found = {
  states: number
  steps: number
  /** null: every state that there is was visited, and the invariants hold in each. */
  broken: { invariant: Invariant; trace: string[] } | null
  /** false: it stopped at `most` states. */
  isComplete: boolean
}
type Act = { step: Step; x: number; y: number; z: number }

const actsOf = (w: World, steps: readonly Step[]): Act[] =>
  steps.flatMap((step) => {
    const [a, b, c] = step.over.map((over) => countOf(w, over))
    const acts: Act[] = []
    for (let x = 0; x < (a ?? 1); x++)
      for (let y = 0; y < (b ?? 1); y++) for (let z = 0; z < (c ?? 1); z++) acts.push({ step, x, y, z })
    return acts
  })

/** Where each number stands in the packed words: none lies across two. */
const layoutOf = (w: World) => {
  const word: number[] = []
  const shift: number[] = []
  const mask: number[] = []
  let at = 0
  for (const { count, max } of w.fields) {
    const width = Math.max(1, 32 - Math.clz32(max))
    for (let i = 0; i < count; i++) {
      if ((at % 32) + width > 32) at += 32 - (at % 32)
      word.push(Math.floor(at / 32))
      shift.push(at % 32)
      mask.push(width === 32 ? -1 : (1 << width) - 1)
      at += width
    }
  }
  const words = Math.max(1, Math.ceil(at / 32))
  return { words, word: Int32Array.from(word), shift: Int32Array.from(shift), mask: Int32Array.from(mask) }
}

/** Packed states in the order in which they were found; each knows the state before it and the step between. */
class Visited {
  readonly #layout: ReturnType<typeof layoutOf>
  #packed: Int32Array
  #before: Int32Array
  #by: Int16Array
  #table = new Int32Array(1 << 16)
  readonly #next: Int32Array
  count = 0

  constructor(w: World) {
    this.#layout = layoutOf(w)
    this.#packed = new Int32Array(this.#layout.words << 15)
    this.#before = new Int32Array(1 << 15)
    this.#by = new Int16Array(1 << 15)
    this.#next = new Int32Array(this.#layout.words)
  }
  /** false: it was here before. */
  add(s: State, before: number, by: number): boolean {
    const { words, word, shift } = this.#layout
    const next = this.#next.fill(0)
    for (let i = 0; i < s.length; i++) {
      const k = word[i] as number
      next[k] = (next[k] as number) | ((s[i] as number) << (shift[i] as number))
    }
    let slot = this.#slot(next, 0)
    for (let known = this.#table[slot] as number; known !== 0; known = this.#table[slot] as number) {
      let same = true
      const base = (known - 1) * words
      for (let k = 0; k < words; k++) if (this.#packed[base + k] !== next[k]) same = false
      if (same) return false
      slot = (slot + 1) & (this.#table.length - 1)
    }
    if (this.count >= this.#before.length) this.#grow()
    this.#packed.set(next, this.count * words)
    this.#before[this.count] = before
    this.#by[this.count] = by
    this.count += 1
    this.#table[slot] = this.count
    if (this.count * 2 > this.#table.length) this.#rehash()
    return true
  }
  read(index: number, into: State): void {
    const { words, word, shift, mask } = this.#layout
    const base = index * words
    for (let i = 0; i < into.length; i++)
      into[i] = ((this.#packed[base + (word[i] as number)] as number) >>> (shift[i] as number)) & (mask[i] as number)
  }
  /** The steps that lead to it. */
  wayTo(index: number): number[] {
    const way: number[] = []
    for (let at = index; at > 0; at = this.#before[at] as number) way.push(this.#by[at] as number)
    return way.toReversed()
  }
  #slot(words: Int32Array, base: number): number {
    let hash = 0
    for (let k = 0; k < this.#layout.words; k++) {
      hash = Math.imul(hash ^ (words[base + k] as number), 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return Math.imul(hash, 0x85ebca6b) & (this.#table.length - 1)
  }
  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 2)
    for (let i = 0; i < this.count; i++) {
      let slot = this.#slot(this.#packed, i * this.#layout.words)
      while (this.#table[slot] !== 0) slot = (slot + 1) & (this.#table.length - 1)
      this.#table[slot] = i + 1
    }
  }
  #grow(): void {
    const [packed, before, by] = [this.#packed, this.#before, this.#by]
    this.#packed = new Int32Array(packed.length * 2)
    this.#packed.set(packed)
    this.#before = new Int32Array(before.length * 2)
    this.#before.set(before)
    this.#by = new Int16Array(by.length * 2)
    this.#by.set(by)
  }
}

const OUTCOMES = ['none', 'pending', 'unknown', 'a failure', 'a success']
const nameOf = (over: Over, i: number): string => {
  if (over !== 'change') return `${over} ${i + 1}`
  const change = CHANGES[i]
  return change ? `it was ${OUTCOMES[change.from]} and is ${OUTCOMES[change.to]}` : 'it was deleted'
}
const inWordsOf = ({ step, x, y, z }: Act): string =>
  inWords(
    step,
    step.over.map((over, i) => nameOf(over, [x, y, z][i] ?? 0)),
  )

/** @param most states; it stops there */
export const explore = (
  w: World,
  { steps, invariants }: { steps: readonly Step[]; invariants: readonly Invariant[] },
  most = Number.POSITIVE_INFINITY,
): Found => {
  const acts = actsOf(w, steps)
  const visited = new Visited(w)
  const from = w.begin()
  const next = w.begin()
  let taken = 0
  visited.add(from, -1, -1)
  for (let at = 0; at < visited.count; at++) {
    if (visited.count >= most) return { states: visited.count, steps: taken, broken: null, isComplete: false }
    visited.read(at, from)
    for (let i = 0; i < acts.length; i++) {
      const { step, x, y, z } = acts[i] as Act
      if (refusedBy(step, w, from, x, y, z)) continue
      next.set(from)
      step.does(w, next, x, y, z)
      taken += 1
      if (!visited.add(next, at, i)) continue
      for (const invariant of invariants) {
        if (invariant.holds(w, next)) continue
        const trace = visited.wayTo(visited.count - 1).map((by) => inWordsOf(acts[by] as Act))
        return { states: visited.count, steps: taken, broken: { invariant, trace }, isComplete: false }
      }
    }
  }
  return { states: visited.count, steps: taken, broken: null, isComplete: true }
}
