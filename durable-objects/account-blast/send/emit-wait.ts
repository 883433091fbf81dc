// Says why a blast waits, once, to its owner's tabs and the admins.
import { campaignNow } from '../document/rules.ts'
import type { SendPort } from './port.ts'
import { sourceOfRun } from '../source/source-of.ts'
import type { SendPart } from '../document/document.ts'
import type { Wait } from '../document/work.ts'

/** It waits no more, or for what is not told. */
export const forgetWait = (doc: SendPart): void => {
  doc.wait = null
}
export const emitWait = (core: SendPort, reason: Wait['reason'], until: number): void => {
  const { wait: shown } = core.account
  const news = shown?.until !== until || shown.reason !== reason
  core.account.wait = { reason, until }
  if (!news) return
  const payload = { waitTime: Math.ceil((until - core.now()) / 1000), waitReason: reason }
  core.emit('waiting', { ...payload, campaign: campaignNow(core.account, core.now()) })
  sourceOfRun(core).waits(payload)
}
