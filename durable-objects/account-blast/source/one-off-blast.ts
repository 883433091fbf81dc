// The one-off blast: its own message, perhaps named receivers, counters of its own and no income. It goes through its receivers once.
import { priceOfAttempt } from '../../../domain/people/levels/price-rules.ts'
import {
  applyClaim,
  countOneOffOutcome,
  emitOneOffWait,
  endOneOff,
  isTried,
  oneOffTemplate,
  ownNumberToTest,
  receiversToClaim,
  recordOneOffAttempt,
  recordRefused,
  takeBackOneOffAttempt,
} from '../one-off/one-off.ts'
import { faultOfTest } from '../one-off/one-off-rules.ts'
import { readOneOff } from '../tables/one-off-store.ts'
import type { SourcePort } from './port.ts'
import type { Source } from './source.ts'

export const oneOffBlast = (core: SourcePort, id: string): Source => {
  // its row changes with every attempt: each look is at the row as it is now
  const now = () => readOneOff(core.sql, id)
  return {
    id,
    earns: false,
    // one message by itself, at a press: accounts that come back together are not delayed by it, nor it by them (rule one-off-test)
    get isSpread() {
      return now()?.targets !== 'test'
    },
    asks: (want, count) => {
      const oneOff = now()
      const isForAll = oneOff?.targets === 'all'
      return {
        // a test takes nobody from the list, and asks for the rules only
        want: oneOff?.targets === 'test' ? 0 : want,
        count: count && isForAll,
        // it goes through the list once, however long that takes, and also after a stop
        notSince: isForAll ? oneOff.createdAt : null,
        among: receiversToClaim(core, oneOff, want),
        templateId: oneOff?.templateId ?? null,
      }
    },
    ownNumbers: (want) => ownNumberToTest(core, now(), want),
    // a number that is blocked would be claimed again and again: it counts as refused, or the run would never end
    skip: (refused) => recordRefused(core, id, refused),
    answered: (claim) => {
      const oneOff = now()
      return oneOff ? applyClaim(core, oneOff, claim) : claim
    },
    messages: () => 1,
    message: (rules) => {
      const oneOff = now()
      const priceSen = priceOfAttempt(rules.priceSen, true)
      return oneOff && { template: oneOffTemplate(oneOff), templateId: oneOff.templateId, priceSen }
    },
    endsBefore: (step) => {
      const oneOff = now()
      if (oneOff?.targets !== 'test') return null
      // whatever keeps the next message back, a test has none
      if (isTried(oneOff) && step.kind !== 'await-result' && step.kind !== 'end') return 'finished'
      const fault = step.kind === 'wait' || step.kind === 'held' ? faultOfTest(step) : null
      return fault === null ? null : { fault }
    },
    waits: (told) => emitOneOffWait(core, id, told),
    sent: (number) => recordOneOffAttempt(core, id, number),
    tookBack: (number) => takeBackOneOffAttempt(core, id, number),
    resolved: (attempt, from, to, reason) => countOneOffOutcome(core, attempt, from, to, reason),
    ended: (why, fault) => endOneOff(core, id, why, fault),
  }
}
