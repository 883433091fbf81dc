// Does one act through the product's own use cases, and answers what left for the bank because of it.
import { Refusal } from '../../../contract/ground/errors.ts'
import { decideApproval } from '../../../domain/money/decisions/decide-approval.ts'
import { applyResult } from '../../../domain/money/payouts/apply-result.ts'
import { fetchFile } from '../../../domain/money/payouts/fetch-file.ts'
import { approveAsSecond, createPayout, releaseRequests } from '../../../domain/money/payouts/freeze-requests.ts'
import { cancelWithdraw, decideWithdraw, requestWithdraw } from '../../../domain/money/withdraw/decide-withdraw.ts'
import { orderWithdraw, proveWithdraw } from '../../../domain/money/withdraw/order-withdraw.ts'
import { askReturn } from '../../../domain/money/withdraw/return-withdraw.ts'
import type { WithdrawStatus } from '../../../domain/money/withdraw/rules.ts'
import { withdrawById } from '../../../domain/money/withdraw/store.ts'
import type { OneAct } from './acts.ts'
import type { Batch, Place, Question, Withdraw } from './place.ts'

/** What the bank was told to transfer: the request, and the reference that it goes under. */
export type Transfer = { id: string; reference: string }
/** refused: the product said no. nothing: there was nothing to do it with. */
export type Outcome = { of: OneAct; end: 'done' | 'refused' | 'nothing'; transfers: Transfer[] }

/** Nobody lifts a stop here. */
const noRing = () => Promise.reject(new Error('there are no hashes of people here'))
const noAudit = () => []
const FITS: Partial<Record<OneAct['do'], (w: Withdraw) => boolean>> = {
  cancel: (w) => w.status === 'requested' && w.payout_id === null,
  accept: (w) => w.status === 'requested' && w.payout_id === null,
  reject: (w) => w.status === 'requested' && w.payout_id === null,
  freeze: (w) => w.status === 'requested' && w.payout_id === null,
  undo: (w) => w.payment === null && w.status !== 'requested',
  order: (w) => w.status === 'accepted' && w.payment === null,
  prove: (w) => w.payment === 'ordered',
  'ask-return': (w) => w.payment === 'ordered' || w.payment === 'paid',
}
const BATCH_FITS: Partial<Record<OneAct['do'], (b: Batch) => boolean>> = {
  'approve-batch': (b) => b.status === 'frozen' && b.needs_second === 1 && b.approved_by === null,
  release: (b) => b.status === 'frozen' && b.fetched_at === null,
  fetch: (b) => b.status === 'frozen' && b.fetched_at === null,
  result: (b) => b.status === 'frozen' && b.fetched_at !== null,
}
type Pick = { n: number; fits: boolean }
const chosen = <T>(all: readonly T[], { n, fits }: Pick, fitting: (one: T) => boolean = () => true): T | undefined => {
  const fit = fits ? all.filter(fitting) : all
  const some = fit.length === 0 ? all : fit
  return some[n % Math.max(1, some.length)]
}
const TO: Record<'accept' | 'reject' | 'undo', WithdrawStatus> = {
  accept: 'accepted',
  reject: 'rejected',
  undo: 'requested',
}
let references = 0

/** What an act would do, chosen before anything of it, or of another at the same moment, is written; undefined: nothing is there. */
export const plan = (place: Place, act: OneAct): (() => Promise<Transfer[]>) | undefined => {
  const { db, now } = place
  const withdraw = (pick: Pick) => chosen(place.withdraws(), pick, FITS[act.do])
  const batch = (pick: Pick) => chosen(place.batches(), pick, BATCH_FITS[act.do])
  const silent = async (work: Promise<unknown>): Promise<Transfer[]> => {
    await work
    return []
  }
  switch (act.do) {
    case 'request':
      return () => silent(requestWithdraw(db, { userId: act.who, nominal: act.nominal, now }, noAudit))
    case 'cancel': {
      const one = withdraw(act.pick)
      if (!one) return undefined
      return async () => {
        const row = await withdrawById(db, one.id)
        if (!row) throw new Error('gone')
        return silent(cancelWithdraw(db, row, now, []))
      }
    }
    case 'accept':
    case 'reject':
    case 'undo': {
      const one = withdraw(act.pick)
      const to = TO[act.do]
      return one && (() => silent(decideWithdraw(db, place.who(act.who), { id: one.id, to, now }, noAudit)))
    }
    case 'order': {
      const one = withdraw(act.pick)
      if (!one) return undefined
      const reference = `TRX${++references}`
      return async () => {
        await orderWithdraw(db, place.who(act.who), { id: one.id, reference, now }, noAudit)
        return [{ id: one.id, reference }]
      }
    }
    case 'prove': {
      const one = withdraw(act.pick)
      const key = `proofs/${++references}`
      return one && (() => silent(proveWithdraw(db, place.who(act.who), { id: one.id, key, now }, noAudit)))
    }
    case 'ask-return': {
      const one = withdraw(act.pick)
      const how = { reason: 'Rekening tutup', key: `proofs/${++references}`, now }
      return one && (() => silent(askReturn(db, place.who(act.who), { id: one.id, ...how }, noAudit)))
    }
    case 'answer': {
      const question: Question | undefined = chosen(place.questions(), act.pick, (q) => q.asked_by !== act.who)
      const { approve } = act
      return (
        question &&
        (() =>
          silent(decideApproval(db, { who: place.who(act.who), id: question.id, approve, now, ring: noRing }, noAudit)))
      )
    }
    case 'freeze': {
      const ids = act.picks.flatMap((pick) => withdraw(pick)?.id ?? [])
      if (ids.length === 0) return undefined
      return () => silent(createPayout(db, { who: place.who(act.who), ids, now }, noAudit))
    }
    case 'approve-batch':
    case 'release': {
      const one = batch(act.pick)
      const doIt = act.do === 'release' ? releaseRequests : approveAsSecond
      return one && (() => silent(doIt(db, { who: place.who(act.who), id: one.id, now }, [])))
    }
    case 'fetch': {
      const one = batch(act.pick)
      if (!one) return undefined
      return async () => {
        const make = (_: unknown, lines: readonly { withdraw_id: string; reference: string }[]): Transfer[] =>
          lines.map(({ withdraw_id: id, reference }) => ({ id, reference }))
        return (await fetchFile(db, { who: place.who(act.who), id: one.id, now }, make, [])).file
      }
    }
    case 'result': {
      const one = batch(act.pick)
      if (!one) return undefined
      const lines = place.rows<{ reference: string }>(
        'select reference from payout_lines where batch_id = ? order by position',
        one.id,
      )
      const rows = lines.map(({ reference }, i) => `${reference},${act.outcomes[i % act.outcomes.length] ?? ''}`)
      const bytes = new TextEncoder().encode(['Referensi,Status', ...rows].join('\n')).buffer as ArrayBuffer
      const upload = { who: place.who(act.who), id: one.id, bytes, now, keep: async () => `proofs/${++references}.csv` }
      return () => silent(applyResult(db, upload, noAudit))
    }
  }
}
/** @throws whatever is not a refusal */
export const doAct = async (of: OneAct, work: (() => Promise<Transfer[]>) | undefined): Promise<Outcome> => {
  if (!work) return { of, end: 'nothing', transfers: [] }
  try {
    return { of, end: 'done', transfers: await work() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { of, end: 'refused', transfers: [] }
  }
}
