// A runner shuts down: while it still works, a slot is reserved on a successor, and it closes the session right before the
// successor dials.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { HAND_OVER_LEAD_MS } from '../../timing.ts'
import type { SessionPort } from './port.ts'
import { askForPlace, wantsRunner } from './lease.ts'

/** The slot is for the next epoch, which begins when the holder has closed the session; a successor that dials earlier is told to dial again. */
export const onLeaving = async (core: SessionPort): Promise<void> => {
  const doc = core.account
  const { epoch, runner } = doc
  sometimes('drain while a claim returns', core.droppedDuringClaim !== null)
  if (doc.handOver || !runner) return
  const placed =
    wantsRunner(doc) && doc.link === null
      ? // leadMs: a successor that dials before this object has recorded it would be fenced, and its slot lost
        await askForPlace(core, { epoch: epoch + 1, avoid: runner.bootId, leadMs: HAND_OVER_LEAD_MS })
      : null
  if (core.account.epoch !== epoch) return
  // no runner is free, so there is no successor to wait for
  sometimes('a runner leaves, and there is no other', placed === null)
  if (placed === null || placed === 'no_key') return sendHandOver(core)
  core.account.handOver = { epoch: epoch + 1, openAt: placed.openAt }
  core.setTimer('hand-over', Math.max(core.now(), placed.openAt - HAND_OVER_LEAD_MS))
}

/** A holder that misses this command gets it again when its successor dials; without it, it ends after a time limit. */
export const sendHandOver = (core: SessionPort): void => void core.command([{ kind: 'handOver' }])
