// Who runs in a data folder: the stack and its process groups, with their start times, so that the next start can end
// what a killed one left, and never anything else.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf, lives } from '../install-lock.mjs'

type Identity = { pid: number; born: string | null }
type Running = { holder: Identity; groups: Identity[] }
const fileOf = (home: string): string => join(home, 'running.json')

const read = (home: string): Running | null => {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as Running
  } catch {
    return null
  }
}

/** Pids in a process group (Linux); elsewhere the head alone. */
const members = (group: number): number[] => {
  if (process.platform !== 'linux') return [group]
  const found: number[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[2]) === group && fields[0] !== 'Z') found.push(Number(name))
    } catch {
      // gone meanwhile
    }
  }
  return found
}
const signal = (group: number, name: NodeJS.Signals): void => {
  try {
    process.kill(-group, name)
  } catch {
    // nobody left in it
  }
}
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Asks a whole group to end, then makes it. Resolves when nobody is left in it. */
export const endGroup = async (group: number, graceMs: number): Promise<void> => {
  signal(group, 'SIGTERM')
  for (let waited = 0; waited < graceMs && members(group).length > 0; waited += 50) await pause(50)
  while (members(group).length > 0) {
    signal(group, 'SIGKILL')
    await pause(30)
  }
}

/** The group still is the recorded one: its head lives with the same birth, or is gone while others of it live. */
const isOurs = (group: Identity): boolean => {
  const head = identityOf(group.pid)
  return head.born === null ? members(group.pid).length > 0 : head.born === group.born
}

/** Ends what a killed stack left here. @throws Error when a stack lives here. */
export const endOrphans = async (home: string): Promise<number> => {
  const running = read(home)
  if (running === null) return 0
  if (lives(running.holder)) {
    throw new Error(`Already running here (process ${running.holder.pid}, data in ${home}). Stop that one first.`)
  }
  const left = running.groups.filter(isOurs)
  await Promise.all(left.map((group) => endGroup(group.pid, 3_000)))
  rmSync(fileOf(home), { force: true })
  return left.length
}

export type Register = { add: (pid: number) => void; remove: (pid: number) => void; close: () => void }
export const openRegister = (home: string): Register => {
  const holder = identityOf(process.pid)
  let groups: Identity[] = []
  let closed = false
  const write = (): void => {
    // A part's end may be heard after the stack's: by then the folder may be gone.
    if (!closed) writeFileSync(fileOf(home), JSON.stringify({ holder, groups } satisfies Running))
  }
  write()
  return {
    add: (pid) => {
      groups = [...groups, identityOf(pid)]
      write()
    },
    remove: (pid) => {
      groups = groups.filter((group) => group.pid !== pid)
      write()
    },
    close: () => {
      closed = true
      rmSync(fileOf(home), { force: true })
    },
  }
}
