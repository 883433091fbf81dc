// What dials through the account's proxy showed: three failures in a row set it aside, and another one is leased (18).
import { leaseProxy, recordProbe, releaseProxy } from '../../../domain/proxies/store.ts'
import type { AccountCore } from '../core.ts'

/** The database may be away just now: then this failure does not count. */
const failedForGood = async (core: AccountCore): Promise<boolean> => {
  const id = core.account.proxy?.id
  if (id === undefined) return false
  const { nonactive } = await recordProbe(core.db, id, false).catch(() => ({ nonactive: false }))
  return nonactive && core.account.proxy?.id === id
}

/** A dial while linking. The attempt ends anyway and gives its lease back. */
export const probeFailedLinking = async (core: AccountCore): Promise<void> => {
  await failedForGood(core)
}

/** A dial of a linked account: what was set aside gives way to another; with none free the old one is kept, never direct. */
export const probeFailed = async (core: AccountCore): Promise<void> => {
  if (!(await failedForGood(core))) return
  try {
    await releaseProxy(core.db, core.account.accountId)
    const leased = await leaseProxy(core.db, core.account.accountId)
    if (leased === 'none_free' || leased === null) core.emit('proxy_unavailable', { reason: 'proxy_unavailable' })
    else core.account.proxy = leased
    core.save()
  } catch {
    // the next failure tries again
  }
}

/** It works: earlier failures are forgotten. */
export const probeSucceeded = async (core: AccountCore): Promise<void> => {
  const id = core.account.proxy?.id
  if (id !== undefined) await recordProbe(core.db, id, true).catch(() => undefined)
}
