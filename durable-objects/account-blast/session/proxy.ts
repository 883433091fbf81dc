// What dials through the account's proxy showed: three failures in a row set it aside, and another one is assigned.
import { assignProxy, recordProbe, releaseProxy } from '../../../domain/proxies/store.ts'
import type { AccountCore } from '../core.ts'

const TIDY_SOON_MS = 60_000

const failedForGood = async (core: AccountCore): Promise<boolean> => {
  const id = core.account.proxy?.id
  if (id === undefined) return false
  try {
    const { nonactive } = await core.outside(({ db }) => recordProbe(db, id, false))
    return nonactive && core.account.proxy?.id === id
  } catch (error) {
    // the database may be away just now: then this failure does not count
    core.complain('proxy probe', error)
    return false
  }
}

/** A dial while linking. The attempt ends anyway and gives its proxy back. */
export const probeFailedLinking = async (core: AccountCore): Promise<void> => {
  await failedForGood(core)
}

/** A dial of a linked account: what was set aside gives way to another; with none free the old one is kept, never direct. */
export const probeFailed = async (core: AccountCore): Promise<void> => {
  if (!(await failedForGood(core))) return
  const { accountId } = core.account
  try {
    await core.outside(({ db }) => releaseProxy(db, accountId))
    const assigned = await core.outside(({ db }) => assignProxy(db, accountId))
    if (assigned === 'none_free' || assigned === null) core.emit('proxy_unavailable', { reason: 'proxy_unavailable' })
    else core.account.proxy = assigned
  } catch (error) {
    // the next failure tries again
    core.complain('proxy change', error)
  }
}

/** It works: earlier failures are forgotten. Nothing waits for it. */
export const probeSucceeded = (core: AccountCore): void => {
  const id = core.account.proxy?.id
  if (id === undefined) return
  core.outside(({ db }) => recordProbe(db, id, true)).catch((error: unknown) => core.complain('proxy probe', error))
}

/** The account needs it no more. */
export const giveProxyBack = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (!doc.proxy) return
  try {
    await core.outside(({ db }) => releaseProxy(db, doc.accountId))
    doc.proxy = null
  } catch (error) {
    core.complain('proxy release', error)
    core.setTimerNoLater('tidy', core.now() + TIDY_SOON_MS)
  }
}
