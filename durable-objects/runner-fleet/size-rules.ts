// How many runners run on Cloudflare's containers (rule fleet-size), and which of them start or end now. Pure.
import { isClockOff, isStrained, type Runner } from './rules.ts'

/** `max_instances` of wrangler.toml is the same, which a test of the house holds it to. */
export const MAX_CONTAINERS = 25
/** One that was started, or lost its control socket, and is not heard for so long is ended and started again. */
export const STUCK_MS = 5 * 60_000
/** Share of growth that the fleet must have room for before one is ended, or it would start again with the next accounts. */
const HEADROOM = 0.1

/** A container that this fleet has started and has not seen end. */
export type ContainerRow = {
  /** `runner-1` … `runner-25`: object, runner and credential have the same name. */
  name: string
  /** When its runner was connected last, or when it was started; epoch ms. */
  seenAt: number
  /** It was told to end, and runs until it has handed over what it holds. */
  draining: boolean
}
export type FleetView = {
  /** false: nothing is to run on containers; what still does is ended. */
  on: boolean
  /** Accounts that need a runner. */
  accounts: number
  /** Accounts that one runner holds. */
  capacity: number
  rows: readonly ContainerRow[]
  /** Those with an open control socket, wherever they run. */
  runners: readonly Runner[]
  now: number
}
/** stuck: those that run, or should, and whose runner is not heard. */
export type SizeStep = { needed: number; start: string[]; drain: string[]; stuck: string[] }

/**
 * `ceil(accounts / capacity) + 1`: the one more takes the accounts of a runner that dies or is replaced, and a first account
 * when there is none. A strained runner, and one whose clock is off, counts as full with what it holds: the others must have room for all else.
 */
export const neededRunners = (accounts: number, capacity: number, strained: readonly Runner[]): number => {
  const held = strained.reduce((sum, runner) => sum + runner.accounts, 0)
  return strained.length + Math.ceil(Math.max(0, accounts - held) / capacity) + 1
}

const nameOf = (number: number): string => `runner-${number}`
const numberOf = (name: string): number => Number(name.slice('runner-'.length))

type Working = { row: ContainerRow; runner: Runner }
/** What moves fewest accounts; among equals the highest name, so that the lowest ones stay. */
const cheapest = (working: readonly Working[]): string | undefined =>
  working.toSorted((a, b) => a.runner.accounts - b.runner.accounts || numberOf(b.row.name) - numberOf(a.row.name))[0]
    ?.row.name

/**
 * What one look at the fleet leads to. Looks come once a minute, and each may be lost: whatever is not done is seen again.
 * Runners on other hosts are not counted: their machines are somebody else's to start.
 */
export const sizeStep = ({ on, accounts, capacity, rows, runners, now }: FleetView): SizeStep => {
  // a name may have two sockets for a moment: one that ends, and its successor
  const socketsOf = (name: string): Runner[] => runners.filter((runner) => runner.runnerId === name)
  const working = rows.flatMap((row): Working[] => {
    const runner = row.draining ? undefined : socketsOf(row.name).find((one) => !one.draining)
    return runner ? [{ row, runner }] : []
  })
  const silent = rows.filter((row) => !row.draining && socketsOf(row.name).length === 0)
  const stuck = silent.filter((row) => !on || now - row.seenAt > STUCK_MS).map(({ name }) => name)
  const ending = rows.filter((row) => row.draining).map(({ name }) => name)
  const isEnding = ending.length > 0 || rows.some(({ name }) => socketsOf(name).some((runner) => runner.draining))

  const strained = working.map(({ runner }) => runner).filter((runner) => isStrained(runner) || isClockOff(runner))
  const needed = on ? Math.min(MAX_CONTAINERS, neededRunners(accounts, capacity, strained)) : 0
  const missing = Math.max(0, needed - working.length)
  const taken = new Set([...ending, ...stuck])
  const start = Array.from({ length: MAX_CONTAINERS }, (_, i) => nameOf(i + 1))
    .filter((name) => !taken.has(name) && socketsOf(name).length === 0)
    .slice(0, missing)

  const grown = on ? neededRunners(Math.ceil(accounts * (1 + HEADROOM)), capacity, strained) : 0
  // one at a time: its accounts must find their places before the next one ends
  const surplus = !isEnding && working.length > Math.max(needed, grown) ? cheapest(working) : undefined
  return {
    needed,
    start,
    drain: [...ending, ...stuck, ...(surplus === undefined ? [] : [surplus])],
    stuck: on ? stuck : [],
  }
}
