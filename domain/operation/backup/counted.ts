// Counts what a restoration calls, because one invocation of a Worker may call D1, the bucket and objects so often and no more.
import type { Db } from '../../ground/db/connection.ts'
import type { RestorePorts } from './restore.ts'

/** A settling call reads, settles, notes in the journal, and may suppress somebody. */
const OF_SETTLING = 6

type Call = (...args: unknown[]) => unknown
/** The same thing; each call of a method of it is told before it is made. */
const told = <T extends object>(thing: T, tell: (name: string, args: unknown[]) => void): T =>
  new Proxy(thing, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        tell(String(name), args)
        return (value as Call).apply(target, args)
      }
    },
  })

/** The same ports, and how many calls were made by them. */
export const counted = <P extends RestorePorts>(ports: P): { ports: P; calls: () => number } => {
  let calls = 0
  const one = (): void => {
    calls += 1
  }
  const db: Db = told(ports.db, (name, [statements]) => {
    // those of a batch were counted when they were built, and go together
    calls += name === 'batch' ? 1 - (statements as unknown[]).length : 1
  })
  const { settle, outlive, hearSettled, takeRows } = ports
  const counting = {
    ...ports,
    outlive: (...args: Parameters<typeof outlive>) => (one(), outlive(...args)),
    hearSettled: (...args: Parameters<typeof hearSettled>) => (one(), hearSettled(...args)),
    takeRows: (...args: Parameters<typeof takeRows>) => (one(), takeRows(...args)),
    db,
    bucket: told(ports.bucket, one),
    settle: (...args: Parameters<RestorePorts['settle']>) => {
      calls += OF_SETTLING
      return settle(...args)
    },
  }
  return { ports: counting, calls: () => calls }
}
