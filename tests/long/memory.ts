// Memory of the product's processes while something long is under way (Linux).
import { readdirSync, readFileSync } from 'node:fs'
import type { Part } from '../../scripts/stack/supervise.ts'

const KB_A_MB = 1_024
const LOOK_MS = 250

/** Processes of a part's group whose command line names `program`: wrangler runs two of workerd. */
const findAll = (part: Part, program: string): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === part.pid()) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
      const named = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(program)
      return named && group === part.pid() ? [Number(name)] : []
    } catch {
      // gone meanwhile
      return []
    }
  })
/** @throws when the process is gone. */
const residentMb = (pid: number): number => {
  const [, kb = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / KB_A_MB)
}

/** Resident megabytes before, and the highest of each quarter of the work's time. */
export type Memory = { before: number; quarters: number[] }

/** Looks four times a second until `work` is done. */
export const watchMemory = async (
  programs: Record<string, { part: Part; program: string }>,
  work: () => Promise<unknown>,
): Promise<Record<string, Memory>> => {
  const watched = Object.entries(programs).map(([name, { part, program }]) => {
    const pids = findAll(part, program)
    if (pids.length === 0) throw new Error(`${program} does not run`)
    return { name, pids, seen: [] as number[] }
  })
  const look = (): void => {
    for (const { pids, seen } of watched) seen.push(pids.reduce((sum, pid) => sum + residentMb(pid), 0))
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  await work().finally(() => clearInterval(timer))
  look()
  const memoryOf = (seen: readonly number[]): Memory => {
    const size = Math.ceil(seen.length / 4)
    const quarters = [0, 1, 2, 3].map((q) => Math.max(...seen.slice(q * size, (q + 1) * size)))
    return { before: seen[0] ?? 0, quarters }
  }
  return Object.fromEntries(watched.map(({ name, seen }) => [name, memoryOf(seen)]))
}
