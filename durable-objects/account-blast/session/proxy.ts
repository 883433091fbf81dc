// Follows the account's proxy: after three failed dials in a row it is set nonactive, and another one is assigned.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { exchangeProxy, recordProbe, releaseProxy } from '../../../domain/sending/proxies/store.ts'
import type { SessionPort } from './port.ts'

const TIDY_SOON_MS = 60_000

const failedForGood = async (core: SessionPort): Promise<boolean> => {
  const id = core.account.proxy?.id
  if (id === undefined) return false
  try {
    const { nonactive } = await core.saveThenCall(({ db }) => recordProbe(db, id, false))
    return nonactive && core.account.proxy?.id === id
  } catch (error) {
    // if D1 does not answer, this failure does not count
    core.logError('proxy probe', error)
    return false
  }
}

/**
 * A dial failed. A linked account is lent another proxy in place of one that is nonactive now, also while it is linked anew; with none
 * free the old one stays, since the account never dials without a proxy. A first link ends, and gives its proxy back.
 */
export const probeFailed = async (core: SessionPort): Promise<void> => {
  if (!(await failedForGood(core)) || !core.account.linked) return
  const { accountId } = core.account
  try {
    const assigned = await core.saveThenCall(({ db }) => exchangeProxy(db, accountId))
    sometimes('a proxy that failed is exchanged', assigned !== 'none_free')
    sometimes('no proxy is free for the one that failed', assigned === 'none_free')
    if (assigned === 'none_free') core.emit('proxy_unavailable', { reason: 'proxy_unavailable' })
    else core.account.proxy = assigned
  } catch (error) {
    // not repeated here: the next failed dial tries again
    core.logError('proxy change', error)
  }
}

/** The proxy works: earlier failures are cleared. Not awaited. */
export const probeSucceeded = (core: SessionPort): void => {
  const id = core.account.proxy?.id
  if (id === undefined) return
  core
    .saveThenCall(({ db }) => recordProbe(db, id, true))
    .catch((error: unknown) => core.logError('proxy probe', error))
}

/** Releases the account's proxy. */
export const giveProxyBack = async (core: SessionPort): Promise<void> => {
  const doc = core.account
  if (!doc.proxy) return
  try {
    await core.saveThenCall(({ db }) => releaseProxy(db, doc.accountId))
    doc.proxy = null
  } catch (error) {
    core.logError('proxy release', error)
    core.setTimerNoLater('tidy', core.now() + TIDY_SOON_MS)
  }
}
