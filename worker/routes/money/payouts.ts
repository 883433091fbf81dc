// /admin/payout: payout batches, their files and results, and the proof of a payment
// (rules payout-batch, payout-result, payout-proof).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { RESULT_MAX_BYTES } from '../../../contract/money/payouts.ts'
import { askedRef, decidedRef } from '../../../domain/people/notices/approval-notices.ts'
import { applyResult } from '../../../domain/money/payouts/apply-result.ts'
import { fetchFile } from '../../../domain/money/payouts/fetch-file.ts'
import {
  approveAsSecond,
  createPayout,
  mustFindPayout,
  mustPayOut,
  releaseRequests,
} from '../../../domain/money/payouts/freeze-requests.ts'
import { presentLine, presentPayout } from '../../../domain/money/payouts/present.ts'
import { readProof } from '../../../domain/money/payouts/proof-image.ts'
import { type LineRow, linesOf, type PayoutRow, payoutPage } from '../../../domain/money/payouts/store.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { mustDecideAbout, proveWithdraw } from '../../../domain/money/withdraw/order-withdraw.ts'
import { proofKeyOf } from '../../../domain/money/withdraw/proof-store.ts'
import { publishWithdraws } from '../../../domain/money/withdraw/publish-withdraw.ts'
import { isOrdered, stageOf } from '../../../domain/money/withdraw/rules.ts'
import { door, routes, type WriteContext } from '../../http/door.ts'
import { readForm } from '../../http/form.ts'
import { payoutFile } from '../../payout-file.ts'
import { channelPorts } from '../../ports.ts'
import { announce } from '../../push.ts'

export const payoutRoutes = routes()
const saved = (row: PayoutRow) => ({ ...DONE, ...twice('payout', presentPayout(row)) })

door(payoutRoutes, 'GET /admin/payout/list-per-page', async ({ db, who, query, now }) => {
  const viewer = { id: who.id, now }
  const [settings, { rows, total, sum }] = await Promise.all([readSettings(db), payoutPage(db, query, viewer)])
  mustPayOut(who, settings)
  return { ...toPaged(rows.map(presentPayout), total, query), sum }
})
door(payoutRoutes, 'GET /admin/payout/:id', async ({ db, who, param, now }) => {
  const id = param('id')
  const found = mustFindPayout(db, id, { who, now })
  const [settings, row, lines] = await Promise.all([readSettings(db), found, linesOf(db, id)])
  mustPayOut(who, settings)
  return { payout: presentPayout(row), lines: lines.map(presentLine) }
})
/** Requests of these people were frozen or let go: open screens show it. */
const tellMembers = async ({ db, env, later }: WriteContext, payoutId: string): Promise<void> => {
  const people = (await linesOf(db, payoutId)).map(({ user_id }) => user_id)
  later(publishWithdraws({ db, ...channelPorts(env) }, people))
}
door(payoutRoutes, 'POST /admin/payout/create', async (context) => {
  const { db, who, body, now, audit } = context
  const row = await createPayout(db, { who, ids: body.ids, now }, (id, after) =>
    audit('payout.create', id, undefined, after),
  )
  await tellMembers(context, row.id)
  context.later(announce(context.env, db, askedRef(row.id)))
  return saved(row)
})
door(payoutRoutes, 'POST /admin/payout/approve', async ({ db, env, who, body: { id }, now, audit, later }) => {
  const row = await approveAsSecond(db, { who, id, now }, audit('payout.approve', id))
  later(announce(env, db, decidedRef(id)))
  return saved(row)
})
door(payoutRoutes, 'POST /admin/payout/release', async (context) => {
  const { db, who, body, now, audit } = context
  const row = await releaseRequests(db, { who, id: body.id, now }, audit('payout.unfreeze', body.id))
  await tellMembers(context, row.id)
  context.later(announce(context.env, db, decidedRef(row.id)))
  return saved(row)
})

// What it orders is written before the file is answered: a file that nobody got can be fetched again.
door(payoutRoutes, 'GET /admin/payout/:id/file', async (context) => {
  const { db, who, param, query, now, audit } = context
  const id = param('id')
  const made = (payout: PayoutRow, lines: readonly LineRow[]) => payoutFile(payout, lines, query, now)
  const entry = audit('payout.download', id, undefined, { format: query.format })
  const { payout, file } = await fetchFile(db, { who, id, now }, made, entry)
  if (payout.fetched_at === null) await tellMembers(context, id)
  return file
})
door(payoutRoutes, 'POST /admin/payout/:id/result', async ({ c, db, env, who, param, now, audit, later }) => {
  const id = param('id')
  const { file } = await readForm(c)
  if (!file) throw new Refusal('file_required')
  if (file.size > RESULT_MAX_BYTES) throw new Refusal('body_too_large')
  const bytes = await file.arrayBuffer()
  const keep = async (): Promise<string> => {
    const key = `proofs/${id}/${crypto.randomUUID()}.csv`
    await env.MEDIA.put(key, bytes, { httpMetadata: { contentType: 'text/csv; charset=utf-8' } })
    return key
  }
  const { payout, accepted, returned, unchanged, refs } = await applyResult(db, { who, id, bytes, keep, now }, audit)
  later(
    publishWithdraws(
      { db, ...channelPorts(env) },
      [...accepted, ...returned].map(({ user_id }) => user_id),
    ),
  )
  later(announce(env, db, ...refs))
  return { ...DONE, payout: presentPayout(payout), accepted: accepted.length, returned: returned.length, unchanged }
})

// The image is stored before the row names it. One that a newer one supersedes stays.
door(payoutRoutes, 'POST /admin/payout/proof/:id', async ({ c, db, env, who, param, now, audit, later }) => {
  const id = param('id')
  const [row, { file }] = await Promise.all([mustDecideAbout(db, who, id), readForm(c)])
  if (!isOrdered(stageOf(row))) throw new Refusal('proof_status')
  if (!file) throw new Refusal('file_required')
  const image = readProof(id, await file.arrayBuffer())
  await env.MEDIA.put(image.key, image.bytes, { httpMetadata: { contentType: image.type } })
  const { refs } = await proveWithdraw(db, who, { id, key: image.key, now }, audit)
  later(publishWithdraws({ db, ...channelPorts(env) }, [row.user_id]))
  later(announce(env, db, ...refs))
  return DONE
})
// A member sees the newest image of their own payment; a bank's result tells of others, too.
door(payoutRoutes, 'GET /admin/payout/proof/:id', async ({ db, env, who, withdraw, query: { n } }) => {
  if (n !== undefined) mustPayOut(who, await readSettings(db))
  const key = n === undefined ? withdraw.proof_key : await proofKeyOf(db, withdraw.id, n)
  const object = key ? await env.MEDIA.get(key) : null
  if (!object) throw new Refusal('not_found')
  return new Response(object.body, {
    headers: {
      'content-type': object.httpMetadata?.contentType ?? 'application/octet-stream',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
  })
})
