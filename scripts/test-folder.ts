// Where the suites keep what they write: in memory where the machine has room, because SQLite waits for a disk at each write, which took a
// fifth of their time. Elsewhere it is the system's folder for such files.
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'wa-blaster-tests-'
/** All suites together have kept 150 megabytes at once; a container has 64 megabytes there where nobody asked for more. */
const LEAST_ROOM_BYTES = 2e9
/** What is written there is taken from what the programs of the suites run in. */
const LEAST_MEMORY_BYTES = 6e9

/** Whether programs run from `/dev/shm` (some suites install one) and it has room. Pure. @param mounts what `/proc/mounts` says */
export const hasRoom = (mounts: string, roomBytes: number, memoryBytes: number): boolean => {
  const options = mounts
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY)
    ?.split(' ')[3]
    ?.split(',') ?? ['noexec']
  const isUsable = !options.includes('noexec') && !options.includes('ro')
  return isUsable && roomBytes >= LEAST_ROOM_BYTES && memoryBytes >= LEAST_MEMORY_BYTES
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
/** A run that was killed leaves its folder, which is memory. */
const removeLeft = (): void => {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX)))
    if (!isRunning(Number(name.slice(PREFIX.length)))) rmSync(join(MEMORY, name), { recursive: true, force: true })
}

/** A folder of this process in memory, and what removes it; null where there is no room, or where whoever runs the suites named a folder. */
export const folderInMemory = (env: NodeJS.ProcessEnv = process.env): { path: string; remove(): void } | null => {
  if (process.platform !== 'linux' || env['TMPDIR'] !== undefined) return null
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (!hasRoom(readFileSync('/proc/mounts', 'utf8'), bavail * bsize, process.availableMemory())) return null
    removeLeft()
    const path = join(MEMORY, `${PREFIX}${process.pid}`)
    mkdirSync(path)
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
  } catch {
    // a system without one
    return null
  }
}
