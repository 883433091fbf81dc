// The holder is to end: a successor's slot is reserved while it still works, and it lets go right before that one dials.
import { runnerFleet } from '../../stubs.ts'
import { HAND_OVER_LEAD_MS } from '../../timing.ts'
import type { AccountCore } from '../core.ts'
import { wantsRunner } from './lease.ts'

/** The slot is for the next epoch, which begins when the holder has let go: until then the successor is told to come again. */
export const onLeaving = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  const { accountId, epoch, runner } = doc
  if (doc.handOver || !runner) return
  const placed =
    wantsRunner(doc) && doc.link === null
      ? await core
          // one that dialled before this object knows of it would be fenced, and its slot lost
          .outside(({ env }) =>
            runnerFleet(env).place({ accountId, epoch: epoch + 1, avoid: runner.bootId, leadMs: HAND_OVER_LEAD_MS }),
          )
          .catch((error: unknown) => {
            core.complain('place a successor', error)
            return null
          })
      : null
  if (core.account.epoch !== epoch) return
  // nobody is there to wait for
  if (!placed) return sendHandOver(core)
  core.account.handOver = { epoch: epoch + 1, openAt: placed.openAt }
  core.setTimer('hand-over', Math.max(core.now(), placed.openAt - HAND_OVER_LEAD_MS))
}

/** A holder that misses this command gets it again when its successor dials, and ends by itself after a while. */
export const sendHandOver = (core: AccountCore): void => void core.command([{ kind: 'handOver' }])
