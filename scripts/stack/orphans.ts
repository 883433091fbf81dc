// Records who runs in a data folder: the stack and its process groups, with their start times, so that the next start can end
// what a killed one left, and nothing else.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endGroup, identityOf, lives, membersOf } from '../processes.mjs'

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

/** true: the group is still the recorded one, because its head has the same start time, or is gone while others of it live. */
const isOurs = (group: Identity): boolean => {
  const head = identityOf(group.pid)
  return head.born === null ? membersOf(group).length > 0 : head.born === group.born
}

/** Ends what a killed stack left here. @throws Error when a stack is running here */
export const endOrphans = async (home: string): Promise<number> => {
  const running = read(home)
  if (running === null) return 0
  if (lives(running.holder)) {
    throw new Error(`Already running here (process ${running.holder.pid}, data in ${home}). Stop that one first.`)
  }
  const left = running.groups.filter(isOurs)
  await Promise.all(left.map((group) => endGroup(group, 3_000)))
  rmSync(fileOf(home), { force: true })
  return left.length
}

export type Register = { add: (head: Identity) => void; remove: (pid: number) => void; close: () => void }
export const openRegister = (home: string): Register => {
  const holder = identityOf(process.pid)
  let groups: Identity[] = []
  let closed = false
  const write = (): void => {
    // A part's end may be reported after the stack's, when the folder may be gone already.
    if (!closed) writeFileSync(fileOf(home), JSON.stringify({ holder, groups } satisfies Running))
  }
  write()
  return {
    add: (head) => {
      groups = [...groups, head]
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
