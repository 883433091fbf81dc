// /admin/whatsapp/send-message/1 and /admin/blaster: one-off blasts (rule one-off).
import { UNPROVEN_TARGETS } from '../../../contract/sending/one-off.ts'
import type { OneOffPeople } from '../../../contract/sending/one-off-people.ts'
import { reportLine } from '../../../contract/sending/reports.ts'
import { answerTexts } from '../../../contract/ground/texts.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { countCall } from '../../../domain/ground/limits/store.ts'
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { gathered, withRecipients } from '../../../domain/sending/one-off/people.ts'
import { presentOneOff, stateOf, withText } from '../../../domain/sending/one-off/present.ts'
import { previewMessage } from '../../../domain/sending/one-off/preview-message.ts'
import { mustNotBeDraft, sendMessage, type SendMessagePorts } from '../../../domain/sending/one-off/send-message.ts'
import { sendTest, type SendTestPorts, testOutlookOf } from '../../../domain/sending/one-off/send-test.ts'
import { type OneOffRecord, oneOffById, oneOffPage, type PeopleAsk } from '../../../domain/sending/one-off/store.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { inTime } from '../../../domain/record/journal/bucket.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { fieldKeys } from '../../../domain/recipients/fields/store.ts'
import { mustFillAll } from '../../../domain/sending/templates/plan-template.ts'
import { templateById } from '../../../domain/sending/templates/store.ts'
import { mustBeActive } from '../../../domain/people/users/stopped.ts'
import { accountByHandle } from '../../../domain/sending/whatsapp/store.ts'
import { presentLive } from '../../../domain/sending/whatsapp/live-accounts.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { valueOf } from '../../http/errors.ts'
import { EXPORT_PAGE, exportFile } from '../../http/export.ts'
import { didNotAnswer } from '../../log.ts'
import { livePorts } from '../../ports.ts'

export const oneOffRoutes = routes()

/** Many to a few are one to many: people of a day are counted, so that no number of small ones needs no proof (rule proof-data). */
const isToMany = async (
  { db, now, who }: Pick<WriteContext, 'db' | 'now'> & { who: { id: string } },
  people: number,
) => {
  const day = { most: UNPROVEN_TARGETS, minutes: DAY_MS / MINUTE_MS }
  return people > UNPROVEN_TARGETS || (await countCall(db, `unproven:${who.id}`, day, now, people)) !== null
}
door(
  oneOffRoutes,
  'POST /admin/whatsapp/send-message/1',
  async ({ env, db, who, now, body, requestId, needProof, acts }) => {
    if (body.targets.all || (await isToMany({ db, now, who }, body.targets.numbers.length))) needProof()
    const ports: SendMessagePorts = {
      db,
      now,
      stateOf: async (account) => (await presentLive(livePorts(env, now), account)).state,
      start: (accountId, request) => acts(accountId).startOneOff(request),
    }
    const { id, oneOff, refused } = await sendMessage(ports, { who, body, requestId })
    const msg = answerTexts.blasterSent
    return { ...DONE, msg, message: msg, jobId: id, ...twice('job', oneOff), refused: refused.map(withText) }
  },
)

door(oneOffRoutes, 'POST /admin/blaster/preview', async ({ env, db, now, body }) => {
  const paceOf = ({ id }: { id: string }) => accountObject(env, id).pace().catch(didNotAnswer(id))
  return twice('preview', await previewMessage({ db, now, paceOf }, body))
})

/** Before the path with an id, which would take `test` for one. */
door(oneOffRoutes, 'GET /admin/blaster/test', async ({ db, now, query, effects }) => {
  const paceOf = async ({ id }: { id: string }) =>
    accountObject((await effects()).env, id)
      .pace()
      .catch(didNotAnswer(id))
  return twice('outlook', await testOutlookOf({ db, now, paceOf }, query.sender || undefined))
})
door(oneOffRoutes, 'POST /admin/blaster/test', async ({ env, db, who, now, body, requestId, acts }) => {
  const ports: SendTestPorts = {
    db,
    now,
    hashKeys: hashRing(env),
    paceOf: ({ id }) => accountObject(env, id).pace().catch(didNotAnswer(id)),
    start: (accountId, request) => acts(accountId).startOneOff(request),
    liveOf: (accountId, id) => accountObject(env, accountId).oneOffState(id).catch(didNotAnswer(accountId)),
  }
  return { ...DONE, ...twice('job', await sendTest(ports, { who, body, requestId })) }
})

/** A running one is read from its object; after its end the row in D1 is complete, except for late receipts of the last seconds. */
const shown = async (env: WriteContext['env'], row: OneOffRecord) => {
  const live =
    row.phase === 'sending'
      ? await accountObject(env, row.whatsapp_id).oneOffState(row.id).catch(didNotAnswer(row.whatsapp_id))
      : null
  return presentOneOff(row, live)
}
const mustFind = async (db: WriteContext['db'], id: string): Promise<OneOffRecord> => {
  const row = await oneOffById(db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

door(oneOffRoutes, 'GET /admin/blaster/list-per-page', async ({ db, query, ownerId, effects }) => {
  const { rows, total } = await oneOffPage(db, ownerId, query)
  const { env } = await effects()
  return toPaged(await Promise.all(rows.map((row) => shown(env, row))), total, query)
})
type PeopleOf = Pick<PeopleAsk, 'state' | 'came' | 'after' | 'limit'>
/** Somebody looks at a page: an account that hangs is one that did not answer. */
const PEOPLE_MS = 10_000
/** A hundred thousand messages are looked through for a page. */
const MOST_LOOKS = 20
/** @throws Refusal overloaded: the account did not answer */
const peopleOf = async (
  { env, db }: Pick<WriteContext, 'env' | 'db'>,
  row: OneOffRecord,
  { after, limit, ...which }: PeopleOf,
  most = Number.POSITIVE_INFINITY,
): Promise<OneOffPeople> => {
  const asked = { ...which, id: row.id, sums: stateOf(row) }
  const ask = async (place: Pick<PeopleAsk, 'after' | 'limit'>): Promise<OneOffPeople> => {
    const answer = accountObject(env, row.whatsapp_id).oneOffPeople({ ...asked, ...place })
    const people = await inTime(`account ${row.whatsapp_id}`, PEOPLE_MS, answer).catch(didNotAnswer(row.whatsapp_id))
    if (!people) throw new Refusal('overloaded')
    return people
  }
  return withRecipients(db, await gathered(ask, { after, limit }, most))
}
/** Before the path with an id, as above. */
door(oneOffRoutes, 'GET /admin/blaster/people', async ({ db, query: { id, after = null, ...asked }, effects }) => {
  const row = await mustFind(db, id)
  const { env } = await effects()
  return peopleOf({ env, db }, row, { ...asked, after }, MOST_LOOKS)
})
door(oneOffRoutes, 'GET /admin/blaster/export', async ({ env, db, query: { id, state, came, format }, audit }) => {
  const row = await mustFind(db, id)
  const file = await exportFile({
    format,
    name: 'blaster',
    columns: ['number', 'name', 'state', 'at', 'why', 'came'],
    page: async (after: string | null) => {
      const { list, next } = await peopleOf({ env, db }, row, { state, came, after, limit: EXPORT_PAGE })
      return { rows: list.map((one) => ({ ...reportLine(one), why: one.why ?? '' })), last: next }
    },
    emptyText: 'No receivers in this one-off blast.',
  })
  const entry = { jobId: id, state: state ?? '', came: came ?? '', format }
  await runBatch(db, audit('blaster.export', row.whatsapp_id, undefined, entry))
  return file
})
door(oneOffRoutes, 'GET /admin/blaster/:id', async ({ db, param, effects }) => {
  const row = await mustFind(db, param('id'))
  return twice('job', await shown((await effects()).env, row))
})
door(oneOffRoutes, 'POST /admin/blaster/stop', async ({ db, body, audit, acts }) => {
  const row = await mustFind(db, body.id)
  const live = await acts(row.whatsapp_id).stopOneOff(row.id)
  await runBatch(db, audit('blaster.stop', row.whatsapp_id, undefined, { jobId: row.id }))
  return { ...DONE, ...twice('job', presentOneOff(row, live)) }
})
door(oneOffRoutes, 'POST /admin/blaster/continue', async ({ db, body, audit, needProof, acts }) => {
  const row = await mustFind(db, body.id)
  if (row.targets === 'all' || row.total > UNPROVEN_TARGETS) needProof()
  mustFillAll({ textWa: row.message, button: [] }, 'message', await fieldKeys(db))
  if (row.template_id) mustNotBeDraft(await templateById(db, row.template_id))
  const sender = await accountByHandle(db, row.whatsapp_id)
  if (sender) await mustBeActive(db, sender.user_id)
  const live = valueOf(await acts(row.whatsapp_id).continueOneOff(row.id))
  await runBatch(db, audit('blaster.continue', row.whatsapp_id, undefined, { jobId: row.id }))
  return { ...DONE, ...twice('job', presentOneOff(row, live)) }
})
