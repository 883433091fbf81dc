// The account's one queue of work: a blast or a check, whichever is under way, one step after another.
import { recoverLeases, stepBlast } from './sending/run.ts'
import { stepCheck } from './number-check/check.ts'
import type { AccountCore } from './core.ts'

/** Runs until it must wait for an answer or for time. One at a time; a wish meanwhile makes it go round again. */
export const pump = async (core: AccountCore): Promise<void> => {
  if (core.pumping) return
  core.pumping = true
  try {
    while (core.pumpWanted) {
      core.pumpWanted = false
      if (core.account.leasesInDoubt) await recoverLeases(core)
      while (await stepBlast(core)) core.pumpWanted = false
      while (await stepCheck(core)) core.pumpWanted = false
    }
  } finally {
    core.pumping = false
    core.save()
  }
}
