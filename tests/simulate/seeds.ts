// Plays the histories of consecutive seeds, here or in several processes, and adds up what they were.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type End, play } from './history.ts'
import type { Most } from './promises/promises.ts'
import { type Counted, Visited } from './visited.ts'
import { migratedDatabase } from './world.ts'

export type Seeds = { first: number; count: number }
type Total = { steps: number; faultsInjected: number; modelSteps: number; violations: number; sent: number }
export type Played = { total: Total; worlds: Record<End['size'], number>; most: Most; visited: Counted; cpuMs: number }
/** A history that broke a promise. */
export type Broken = Pick<End, 'seed' | 'violation' | 'story'>
/** From a process that plays a part of them. */
export type FromJob = { broken: Broken } | { played: Played }

/** Where fewer are played, starting further processes costs more than it saves. */
const WORTH_MORE_CORES = 200
/** As many as the machine has cores, where that is worth it. */
export const jobsFor = (count: number): number => (count >= WORTH_MORE_CORES ? availableParallelism() : 1)

const NONE: Most = { afterStopMs: 0, loginsAMinute: 0, loginsInTenMinutes: 0 }
/** The worse of two, key by key. */
const worst = (a: Most, b: Most): Most => ({
  afterStopMs: Math.max(a.afterStopMs, Math.round(b.afterStopMs)),
  loginsAMinute: Math.max(a.loginsAMinute, b.loginsAMinute),
  loginsInTenMinutes: Math.max(a.loginsInTenMinutes, b.loginsInTenMinutes),
})
const nothing = (): Total => ({ steps: 0, faultsInjected: 0, modelSteps: 0, violations: 0, sent: 0 })

/** @param onBroken false: the rest is not played */
export const playHere = async (
  { first, count }: Seeds,
  onBroken: (broken: Broken) => boolean | void,
): Promise<Played> => {
  const database = migratedDatabase()
  const total = nothing()
  const visited = new Visited()
  let most = NONE
  const worlds = { small: 0, large: 0 }
  const began = process.cpuUsage()
  for (let seed = first; seed < first + count; seed++) {
    const end = await play(seed, database)
    total.steps += end.steps
    total.sent += end.sent
    total.modelSteps += end.modelSteps
    total.faultsInjected += end.faults
    visited.add(end.reached)
    worlds[end.size] += 1
    most = worst(most, end.most)
    if (!end.violation) continue
    total.violations += 1
    const { violation, story } = end
    if (onBroken({ seed, violation, story }) === false) break
  }
  const { user, system } = process.cpuUsage(began)
  return { total, worlds, most, visited: visited.counted, cpuMs: (user + system) / 1_000 }
}

const playElsewhere = ({ first, count }: Seeds, onBroken: (broken: Broken) => void): Promise<Played> =>
  new Promise((resolve, reject) => {
    // with the same --import as this process: the product is loaded in the same way
    const job = fork(join(import.meta.dirname, 'job.ts'), [String(first), String(count)])
    let played: Played | null = null
    job.on('message', (message: FromJob) => {
      if ('broken' in message) onBroken(message.broken)
      else played = message.played
    })
    job.on('exit', (code) => (played ? resolve(played) : reject(new Error(`a process that plays ended with ${code}`))))
  })

/** In so many processes; each plays a part, the first one the lowest seeds. */
export const playIn = async (
  jobs: number,
  { first, count }: Seeds,
  onBroken: (broken: Broken) => void,
): Promise<Played> => {
  if (jobs <= 1) return playHere({ first, count }, onBroken)
  const from = (job: number): number => first + Math.floor((count * job) / jobs)
  const parts = await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      playElsewhere({ first: from(job), count: from(job + 1) - from(job) }, onBroken),
    ),
  )
  const total = nothing()
  const visited = new Visited()
  let most = NONE
  const worlds = { small: 0, large: 0 }
  for (const part of parts) {
    for (const key of Object.keys(total) as (keyof Total)[]) total[key] += part.total[key]
    most = worst(most, part.most)
    for (const size of ['small', 'large'] as const) worlds[size] += part.worlds[size]
    visited.addCounted(part.visited)
  }
  return { total, worlds, most, visited: visited.counted, cpuMs: parts.reduce((sum, part) => sum + part.cpuMs, 0) }
}
