// Opt-outs: the public signed page, and the admins' list (rule opt-out).
import { answerTexts } from '../../../contract/ground/texts.ts'
import { SNOOZE_DAYS } from '../../../contract/recipients/recipient-page.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { askedRef } from '../../../domain/people/notices/approval-notices.ts'
import { observeSilence } from '../../../domain/ground/tally/here.ts'
import { hashRing, ringForStops } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfNumber, readOptOutToken } from '../../../domain/recipients/suppressions/hash.ts'
import { presentRecipient } from '../../../domain/recipients/phone-numbers/present.ts'
import { presentStop as present } from '../../../domain/recipients/suppressions/present.ts'
import { disputeStatements, recipientOf } from '../../../domain/recipients/phone-numbers/recipient-store.ts'
import { snooze } from '../../../domain/recipients/suppressions/snooze.ts'
import {
  type ShownSuppression,
  suppressionPage,
  suppressionsAfter,
  wasErased,
} from '../../../domain/recipients/suppressions/store.ts'
import { erasePerson } from '../../../domain/recipients/suppressions/erase-person.ts'
import { liftOrAsk, stoppedById } from '../../../domain/recipients/suppressions/lift.ts'
import { suppress, type SuppressPorts } from '../../../domain/recipients/suppressions/suppress.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { journalStop } from '../../backup.ts'
import { linkRing } from '../../env.ts'
import { Accepted } from '../../http/context.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'
import { answerImport } from '../../http/import.ts'
import { announce } from '../../push.ts'

export const suppressionRoutes = routes()

const portsOf = async ({ db, env }: Pick<WriteContext, 'db' | 'env'>): Promise<SuppressPorts> => ({
  db,
  hashKeys: await ringForStops(env),
  dropNumber: (accountId, number) => accountObject(env, accountId).drop(number),
  journal: journalStop(env),
})
/** Within so many seconds the cron asks the accounts that did not answer. */
const ASKED_AGAIN_S = 60
const suppressNow = async (
  context: Pick<WriteContext, 'db' | 'env' | 'now'>,
  who: Parameters<typeof suppress>[1],
  audit: Statement[] = [],
): Promise<void> => {
  try {
    await suppress(await portsOf(context), who, context.now, audit, context.now)
  } catch (error) {
    observeSilence(ASKED_AGAIN_S)
    throw error
  }
}

/** @throws Refusal opt_out_invalid: not one of our links */
const numberIn = async ({ env, body }: Pick<WriteContext, 'env'> & { body: { token: string } }): Promise<string> => {
  const number = await readOptOutToken(linkRing(env), body.token)
  if (!number) throw new Refusal('opt_out_invalid')
  return number
}
door(suppressionRoutes, 'POST /public/opt-out', async (context) => {
  const number = await numberIn(context)
  await suppressNow(context, { number, lid: null, via: 'page', by: null, reason: null })
  return { ...DONE, msg: answerTexts.optedOut }
})

door(suppressionRoutes, 'POST /public/recipient', async (context) => {
  const number = await numberIn(context)
  return presentRecipient(number, await recipientOf(context.db, number, hashesOfNumber(hashRing(context.env), number)))
})
door(suppressionRoutes, 'POST /public/recipient/snooze', async (context) => {
  const number = await numberIn(context)
  const until = context.now + SNOOZE_DAYS * DAY_MS
  const who = { number, at: context.now, until, via: 'page' as const, by: null }
  const { hasStopped } = await snooze(await portsOf(context), who, context.now)
  return { ...DONE, snoozed_until: hasStopped ? null : new Date(until).toISOString() }
})
door(suppressionRoutes, 'POST /public/recipient/dispute', async (context) => {
  const { db, env, now } = context
  const number = await numberIn(context)
  const hashes = hashesOfNumber(await ringForStops(env), number)
  const who = { number, lid: null, via: 'dispute' as const, by: null, reason: null }
  await suppressNow(context, who, disputeStatements(db, { number, hashes, now }))
  return { ...DONE, msg: answerTexts.disputed }
})

door(suppressionRoutes, 'POST /public/recipient/erase', async (context) => {
  const number = await numberIn(context)
  const ports = await portsOf(context)
  // each erasure goes through every account and every backup: a link that is pressed again begins none
  if (!(await wasErased(context.db, hashesOfNumber(ports.hashKeys, number))))
    await erasePerson({ ...ports, now: context.now }, { number, by: null })
  return { ...DONE, msg: answerTexts.erased }
})

/** The beginning of a number as people write it. */
const prefixOf = (search: string | undefined): string | null =>
  search?.replace(/[\s+().-]/g, '').replace(/^0|^(?=8)/, '62') || null
door(suppressionRoutes, 'GET /admin/suppression', async ({ db, query }) => {
  const { rows, total } = await suppressionPage(db, { ...query, prefix: prefixOf(query.search) })
  return toPaged(rows.map(present), total, query)
})

door(suppressionRoutes, 'GET /admin/suppression/export', async ({ db, query, audit }) => {
  const asked = { sort: query.sort, prefix: prefixOf(query.search) }
  const file = await exportFile({
    format: query.format,
    name: 'suppressions',
    columns: ['number', 'lid', 'via', 'by', 'reason', 'createdAt'],
    page: async (last: ShownSuppression | null) =>
      pageOf(await suppressionsAfter(db, asked, last, EXPORT_PAGE), present, (row) => row),
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
