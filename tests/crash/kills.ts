// Kills processes and sockets of a running stack at moments that a seed chooses.
import { pause } from '../../scripts/drive/until.ts'
import type { Controls } from '../../scripts/drive/controls.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import type { Random } from './random.ts'

type Kill = 'runner' | 'worker' | 'drop' | 'half-open'
const KINDS: readonly Kill[] = ['runner', 'runner', 'runner', 'worker', 'worker', 'drop', 'drop', 'drop', 'half-open']
export const GAP_MS = { min: 400, max: 3_000 }

export type KillLog = Record<Kill, number>

/** Ends when all kills are done or `isOver` says that there is nothing left to disturb. */
export const killAtRandom = async (
  stack: Stack,
  controls: Controls,
  phones: readonly string[],
  options: { kills: number; random: Random; isOver: () => boolean; say: (line: string) => void },
): Promise<KillLog> => {
  const done: KillLog = { runner: 0, worker: 0, drop: 0, 'half-open': 0 }
  for (let n = 1; n <= options.kills && !options.isOver(); ) {
    await pause(options.random.between(GAP_MS.min, GAP_MS.max))
    const kind = options.random.pick(KINDS)
    const phone = options.random.pick(phones)
    if (kind === 'runner' || kind === 'worker') {
      const part = stack.parts[kind]
      // It is down already: this kill would be none.
      if (part.pid() === null) continue
      part.crash()
    } else {
      const struck = await controls.fault(phone, kind).then(
        () => true,
        () => false,
      )
      if (!struck) continue
    }
    done[kind]++
    options.say(`  kill ${n}: ${kind}${kind === 'drop' || kind === 'half-open' ? ` of ${phone}` : ''}`)
    n++
  }
  return done
}
