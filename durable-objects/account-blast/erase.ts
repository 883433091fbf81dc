// A person asked to be erased: whatever this account knows of them goes. Its books stay, with nobody's name in them.
import type { AccountCore } from './core.ts'
import { eraseFromResults } from './number-check/check-store.ts'
import { changeChecks } from './number-check/persist-check.ts'
import { eraseFromJobs } from './one-off/one-off-store.ts'
import { dropNumber } from './opt-outs/opt-outs.ts'
import { eraseFromOptOuts, lidOfNumber } from './opt-outs/opt-outs-store.ts'
import { eraseFromAttempts } from './sending/attempts-store.ts'
import { eraseFromOutbox } from './sending/outbox-store.ts'
import { dropOwners } from './session/vault-store.ts'

/** Repeating it changes nothing. A message on its way to them is counted when it is answered, without their name. */
export const eraseNumber = async (core: AccountCore, number: string): Promise<void> => {
  if (!core.doc) return
  await dropNumber(core, number)
  const lid = lidOfNumber(core.sql, number)
  dropOwners(core.sql, lid === null ? [number] : [number, lid])
  eraseFromOptOuts(core.sql, number)
  eraseFromAttempts(core.sql, number)
  eraseFromJobs(core.sql, number)
  eraseFromResults(core.sql, number)
  eraseFromOutbox(core.sql, number)
  changeChecks(core, (check) => {
    if (check.currentNumber === number) check.currentNumber = null
    for (const target of check.query?.targets ?? []) if (target.number === number) Object.assign(target, NOBODY)
  })
  // the part that was read before still names them; the bucket's does not
  core.checkPart = null
}
/** Keeps a place in a list from which its person was erased. */
const NOBODY = { number: '', name: '' }
