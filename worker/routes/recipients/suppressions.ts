// Opt-outs: what somebody does by their own link, as calls (their page is suppressions-page.ts), and the admins' list (rule opt-out).
import { answerTexts } from '../../../contract/ground/texts.ts'
import { stopFileTexts } from '../../../contract/recipients/suppression-file-texts.ts'
import { iso } from '../../../contract/ground/time.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { phoneStart } from '../../../contract/ground/phone.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { askedRef } from '../../../domain/people/notices/approval-notices.ts'
import { ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { readOptOutToken } from '../../../domain/recipients/suppressions/hash.ts'
import { presentStop as present, stopLine } from '../../../domain/recipients/suppressions/present.ts'
import { suppressionPage, suppressionsAfter } from '../../../domain/recipients/suppressions/list-store.ts'
import type { ShownSuppression } from '../../../domain/recipients/suppressions/store.ts'
import { liftOrAsk, stoppedById } from '../../../domain/recipients/suppressions/lift.ts'
import { linkRing } from '../../env.ts'
import { Accepted } from '../../http/context.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'
import { answerImport } from '../../http/import.ts'
import { announce } from '../../push.ts'
import { disputeOf, eraseOf, shownTo, snoozeOf, stopOf, suppressNow } from '../../recipient-acts.ts'

export const suppressionRoutes = routes()

/** @throws Refusal opt_out_invalid: not one of our links */
const numberIn = async ({ env, body }: Pick<WriteContext, 'env'> & { body: { token: string } }): Promise<string> => {
  const number = await readOptOutToken(linkRing(env), body.token)
  if (!number) throw new Refusal('opt_out_invalid')
  return number
}
door(suppressionRoutes, 'POST /public/opt-out', async (context) => {
  await stopOf(context, await numberIn(context))
  return { ...DONE, msg: answerTexts.optedOut }
})
door(suppressionRoutes, 'POST /public/recipient', async (context) => shownTo(context, await numberIn(context)))
door(suppressionRoutes, 'POST /public/recipient/snooze', async (context) => ({
  ...DONE,
  snoozed_until: iso(await snoozeOf(context, await numberIn(context))),
}))
door(suppressionRoutes, 'POST /public/recipient/dispute', async (context) => {
  await disputeOf(context, await numberIn(context))
  return { ...DONE, msg: answerTexts.disputed }
})
door(suppressionRoutes, 'POST /public/recipient/erase', async (context) => {
  await eraseOf(context, await numberIn(context))
  return { ...DONE, msg: answerTexts.erased }
})

/** Its last digits; null: fewer than four, which would be too many people's. */
const tailOf = (search: string | undefined): string | null =>
  /^\d{4,}$/.exec(search?.replace(/[\s+().…*-]/g, '') ?? '')?.[0] ?? null
door(suppressionRoutes, 'GET /admin/suppression', async ({ db, query }) => {
  const { rows, total } = await suppressionPage(db, {
    ...query,
    prefix: phoneStart(query.search ?? '') || null,
    tail: tailOf(query.search),
  })
  return toPaged(rows.map(present), total, query)
})

door(suppressionRoutes, 'GET /admin/suppression/export', async ({ db, query, audit }) => {
  const asked = {
    sort: query.sort,
    from: query.from,
    to: query.to,
    prefix: phoneStart(query.search ?? '') || null,
    tail: tailOf(query.search),
  }
  const file = await exportFile({
    format: query.format,
    name: 'suppressions',
    columns: stopFileTexts.heads,
    page: async (last: ShownSuppression | null) =>
      pageOf<ShownSuppression, Record<string, unknown>, ShownSuppression>(
        await suppressionsAfter(db, asked, last, EXPORT_PAGE),
        query.format === 'csv' ? stopLine : present,
        (row) => row,
      ),
  })
  await runBatch(db, audit('suppression.export', query.format))
  return file
})

door(suppressionRoutes, 'POST /admin/suppression', async (context) => {
  const { number, reason = null } = context.body
  const who = { number, lid: null, via: 'admin' as const, by: context.who.id, reason }
  const audit = context.audit('suppression.create', number, undefined, { reason })
  await suppressNow(context, who, audit)
  return DONE
})

door(suppressionRoutes, 'POST /admin/suppression/import', (context) => answerImport(context, 'suppression'))

door(suppressionRoutes, 'DELETE /admin/suppression/:id', async ({ db, env, who, body, now, param, audit, later }) => {
  const stopped = await stoppedById(db, param('id'), await ringForStops(env))
  const asked = await liftOrAsk(db, stopped, { by: who.id, reason: body.reason, now }, audit)
  if (asked === null) return DONE
  later(announce(env, db, askedRef(asked)))
  return new Accepted({ ...DONE, msg: answerTexts.liftAsked, approval: { id: asked } })
})
