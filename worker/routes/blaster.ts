// /admin/whatsapp/send-message/1 and /admin/blaster: one-off blasts (rule one-off).
import { answerTexts, caseTexts } from '../../contract/texts.ts'
import { DONE, twice } from '../../contract/api/shapes.ts'
import { type SkipReason, SKIP_TEXTS, sendMessageBody } from '../../contract/blaster.ts'
import { Refusal } from '../../contract/errors.ts'
import { toPaged } from '../../contract/paging.ts'
import { normalizePhone } from '../../contract/phone.ts'
import { refusedNumbers } from '../../domain/blast/store.ts'
import { presentOneOff, presentOneOffState, withText } from '../../domain/blaster/present.ts'
import { type OneOffRecord, oneOffById, oneOffPage } from '../../domain/blaster/store.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { blastMessage } from '../../domain/templates/present.ts'
import { templateById } from '../../domain/templates/store.ts'
import { type AccountRow, accountByHandle, accountByPhone } from '../../domain/whatsapp/store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { type WriteContext, door, routes } from '../http/door.ts'
import { presentLive } from '../http/live-accounts.ts'
import { didNotAnswer } from '../http/log.ts'

export const blasterRoutes = routes()

const senderOf = async (db: WriteContext['db'], handle: string): Promise<AccountRow> => {
  const phone = normalizePhone(handle)
  const account = (await accountByHandle(db, handle)) ?? (phone ? await accountByPhone(db, phone) : null)
  if (!account) throw new Refusal('not_found')
  return account
}
/** @throws Refusal sender_not_connected with the specification's own text */
const mustBeConnected = async (env: WriteContext['env'], account: AccountRow, always = false): Promise<void> => {
  const { state } = await presentLive(env, account)
  if (state !== 'connected' || always)
    throw new Refusal('sender_not_connected', { text: `${account.phonenumber ?? account.clientid} is ${state}` })
}
/** @throws Refusal not_found for a template that is gone */
const messageOf = async (db: WriteContext['db'], { message, template_id }: (typeof sendMessageBody)['_output']) => {
  const template = template_id || message.length <= 80 ? await templateById(db, template_id || message) : null
  if (template_id && !template) throw new Refusal('not_found', { field: 'template', text: caseTexts.templateGone })
  return template ? blastMessage(template) : { templateId: null, message, button: [], media: null }
}
type Named = Extract<(typeof sendMessageBody)['_output']['targets'], { all: false }>
/** Named receivers: who may get it, and why the others may not. @throws Refusal no_receiver when none may. */
const receiversOf = async ({ db, now }: Pick<WriteContext, 'db' | 'now'>, accountId: string, named: Named) => {
  const invalid = named.invalid.map((number) => ({ number, reason: 'invalid' as SkipReason }))
  const refused = [...invalid, ...(await refusedNumbers(db, { accountId, now, among: named.numbers }))]
  const out = new Set(refused.map((r) => r.number))
  const numbers = named.numbers.filter((number) => !out.has(number))
  const [first] = refused
  if (numbers.length === 0 && first) {
    const shownReasons = refused.slice(0, 5).map((r) => `${r.number}: ${SKIP_TEXTS[r.reason]}`)
    const text = refused.length === 1 ? { text: SKIP_TEXTS[first.reason] } : {}
    throw new Refusal('no_receiver', { ...text, fields: { targets: shownReasons.join(' ') } })
  }
  return { numbers, refused }
}

door(blasterRoutes, 'POST /admin/whatsapp/send-message/1', async ({ env, db, who, now, body, requestId }) => {
  const account = await senderOf(db, body.senders)
  await mustBeConnected(env, account)
  const message = await messageOf(db, body)
  const { numbers, refused } = body.targets.all
    ? { numbers: null, refused: [] }
    : await receiversOf({ db, now }, account.id, body.targets)
  const id = crypto.randomUUID()
  const summary = { targets: numbers?.length ?? 'All', refused: refused.length, template_id: message.templateId }
  const actor = { id: who.id, role: who.role }
  const deed = {
    actor,
    action: 'blaster.send',
    target: account.id,
    after: { jobId: id, ...summary },
    at: now,
    requestId,
  }
  const outcome = await accountObject(env, account.id).startOneOff({
    id,
    userId: who.id,
    numbers,
    refused,
    deed,
    ...message,
  })
  if (!outcome.ok && outcome.refusal === 'not_connected') await mustBeConnected(env, account, true)
  if (!outcome.ok) throw new Refusal(outcome.refusal)
  const row = await oneOffById(db, id)
  const sender = {
    sender_clientid: account.clientid,
    sender_phonenumber: account.phonenumber,
    sender_pushname: account.pushname,
    sender_state: account.state,
    starter_name: row?.starter_name ?? null,
  }
  const job = presentOneOffState(outcome.value, sender)
  const msg = answerTexts.blasterSent
  return { ...DONE, msg, message: msg, jobId: id, ...twice('job', job), refused: refused.map(withText) }
})

/** Under way it is asked for; at rest the row says all, except for what a late receipt changed just now. */
const shown = async (env: WriteContext['env'], row: OneOffRecord) => {
  const live =
    row.phase === 'sending' ? await accountObject(env, row.whatsapp_id).oneOffState(row.id).catch(didNotAnswer) : null
  return presentOneOff(row, live)
}
const mustFind = async (db: WriteContext['db'], id: string): Promise<OneOffRecord> => {
  const row = await oneOffById(db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

door(blasterRoutes, 'GET /admin/blaster/list-per-page', async ({ db, query, ownerId, effects }) => {
  const { rows, total } = await oneOffPage(db, ownerId, query)
  const { env } = await effects()
  return toPaged(await Promise.all(rows.map((row) => shown(env, row))), total, query)
})
door(blasterRoutes, 'GET /admin/blaster/:id', async ({ db, param, effects }) => {
  const row = await mustFind(db, param('id'))
  return twice('job', await shown((await effects()).env, row))
})
door(blasterRoutes, 'POST /admin/blaster/stop', async ({ env, db, body, audit }) => {
  const row = await mustFind(db, body.id)
  const live = await accountObject(env, row.whatsapp_id).stopOneOff(row.id)
  await runBatch(db, audit('blaster.stop', row.whatsapp_id, undefined, { jobId: row.id }))
  return { ...DONE, ...twice('job', presentOneOff(row, live)) }
})
