// Carries an act on all who match out, a step at a time (rule bulk-acts). What a crash leaves undone, the next run does.
import { refusalOf } from '../../ground/db/refusals.ts'
import type { NumberClaim } from '../suppressions/claims-store.ts'
import { dropClaims } from '../suppressions/drop-claims.ts'
import { STEPS, type StepPorts } from './steps-store.ts'
import { type Act, actById, endAct, findStep } from './store.ts'
import { undoStep } from './undo-store.ts'

export type ActPorts = StepPorts & {
  clock: () => number
  /** Epoch ms after which no further step begins. */
  until: number
  /** An account did not answer that has to let go of a number: the cron asks it again. */
  dropFailed: (error: unknown) => void
}
/** more: call again. elsewhere: another run has moved it. */
type RunEnd = 'ended' | 'more' | 'elsewhere'

export const runAct = async (ports: ActPorts, id: string): Promise<RunEnd> => {
  for (;;) {
    const act = await actById(ports.db, id)
    if (act?.status !== 'running' && act?.status !== 'undoing') return 'ended'
    try {
      const holders =
        act.status === 'running' ? await takeStep(ports, act) : await undoStep(ports.db, act, ports.clock())
      if (holders !== null) await letGo(ports, holders)
    } catch (error) {
      const why = refusalOf(error)
      if (why === 'import_moved') return 'elsewhere'
      // its tag is gone: what it did stays
      if (why !== 'status_moved') throw error
      await endAct(ports.db, act, ports.clock())
    }
    if (ports.clock() > ports.until) return 'more'
  }
}
const letGo = async (ports: ActPorts, holders: readonly NumberClaim[]): Promise<void> => {
  try {
    await dropClaims(ports, holders)
  } catch (error) {
    ports.dropFailed(error)
  }
}

const takeStep = async (ports: ActPorts, act: Act): Promise<NumberClaim[]> => {
  const found = await findStep(ports.db, act, ports.clock())
  const now = ports.clock()
  if (found !== null) return STEPS[act.act](ports, { act, found, now })
  // what it asks for is gone
  await endAct(ports.db, act, now)
  return []
}
