// /admin/payout: payout batches, their files and results, and the proof of a payment
// (rules payout-batch, payout-result, payout-proof).
import { DONE, twice } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import { toPaged } from '../../contract/paging.ts'
import { RESULT_MAX_BYTES } from '../../contract/payouts.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { askedRef, decidedRef } from '../../domain/notices/approval-notices.ts'
import { withdrawRef } from '../../domain/notices/withdraw-notices.ts'
import { applyResult } from '../../domain/payouts/apply-result.ts'
import {
  approveAsSecond,
  createPayout,
  mustFindPayout,
  mustPayOut,
  refuseHeld,
  releaseRequests,
} from '../../domain/payouts/freeze-requests.ts'
import { presentLine, presentPayout, secondOf } from '../../domain/payouts/present.ts'
import { readProof } from '../../domain/payouts/proof-image.ts'
import { linesOf, type PayoutRow, payoutPage, setProof } from '../../domain/payouts/store.ts'
import { readSettings } from '../../domain/settings/store.ts'
import { publishWithdraws } from '../../domain/withdraw/publish-withdraw.ts'
import { withdrawById } from '../../domain/withdraw/store.ts'
import { door, routes, type WriteContext } from '../http/door.ts'
import { readForm } from '../http/form.ts'
import { payoutFile } from '../payout-file.ts'
import { channelPorts } from '../ports.ts'
import { announce } from '../push.ts'

export const payoutRoutes = routes()
const saved = (row: PayoutRow) => ({ ...DONE, ...twice('payout', presentPayout(row)) })

door(payoutRoutes, 'GET /admin/payout/list-per-page', async ({ db, who, query, now }) => {
  const viewer = { id: who.id, now }
  const [settings, { rows, total }] = await Promise.all([readSettings(db), payoutPage(db, query, viewer)])
  mustPayOut(who, settings)
  return toPaged(rows.map(presentPayout), total, query)
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

door(payoutRoutes, 'GET /admin/payout/:id/file', async ({ db, who, param, query, now, audit }) => {
  const id = param('id')
  const found = mustFindPayout(db, id, { who, now })
  const [settings, row, lines] = await Promise.all([readSettings(db), found, linesOf(db, id)])
  mustPayOut(who, settings)
  if (secondOf(row) === 'waiting') throw new Refusal('payout_second')
  // a bank's file of requests that are free again would pay them twice
  if (row.status === 'released') throw new Refusal('payout_moved')
  refuseHeld(lines)
  const file = payoutFile(row, lines, query, now)
  await runBatch(db, audit('payout.download', id, undefined, { format: query.format }))
  return file
})
door(payoutRoutes, 'POST /admin/payout/:id/result', async ({ c, db, env, who, param, now, audit, later }) => {
  const id = param('id')
  const { file } = await readForm(c)
  if (!file) throw new Refusal('file_required')
  if (file.size > RESULT_MAX_BYTES) throw new Refusal('body_too_large')
  const bytes = await file.arrayBuffer()
  const { payout, accepted, returned, unchanged } = await applyResult(db, { who, id, bytes, now }, (after) =>
    audit('payout.result', id, undefined, after),
  )
  const moved = [...accepted, ...returned]
  const refs = moved.map(({ withdraw_id, step }) => withdrawRef({ id: withdraw_id, step: step + 1 }))
  later(
    publishWithdraws(
      { db, ...channelPorts(env) },
      moved.map(({ user_id }) => user_id),
    ),
  )
  later(announce(env, db, ...refs))
  return { ...DONE, payout: presentPayout(payout), accepted: accepted.length, returned: returned.length, unchanged }
})

// The image is stored before the row names it; the one that it replaces goes afterwards.
door(payoutRoutes, 'POST /admin/payout/proof/:id', async ({ c, db, env, who, param, audit, later }) => {
  const id = param('id')
  const [settings, row, { file }] = await Promise.all([readSettings(db), withdrawById(db, id), readForm(c)])
  mustPayOut(who, settings)
  if (!row) throw new Refusal('not_found')
  if (row.user_id === who.id) throw new Refusal('withdraw_own')
  if (!file) throw new Refusal('file_required')
  const image = readProof(id, await file.arrayBuffer())
  await env.MEDIA.put(image.key, image.bytes, { httpMetadata: { contentType: image.type } })
  const outcome = await setProof(db, { withdrawId: id, key: image.key }, audit('payout.proof', id))
  if (outcome === 'not accepted') {
    await env.MEDIA.delete(image.key)
    throw new Refusal('proof_status')
  }
  if (row.proof_key !== null) later(env.MEDIA.delete(row.proof_key))
  return DONE
})
door(payoutRoutes, 'GET /admin/payout/proof/:id', async ({ env, withdraw: { proof_key: key } }) => {
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
