// CPU time of another process, from the kernel (Linux).
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** User and system time so far. @throws when the process is gone. */
export const cpuMsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The process of a group whose command line names `program`. */
export const findInGroup = (group: number, program: string): number => {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === group) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      if (Number(fields[2]) === group && command.includes(program)) return Number(name)
    } catch {
      // gone meanwhile
    }
  }
  throw new Error(`${program} does not run`)
}
