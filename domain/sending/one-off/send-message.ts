// Starts a one-off blast: finds sender, message and receivers, and hands them to the sender's object (rule one-off).
import { type SkipReason, SKIP_TEXTS, type sendMessageBody } from '../../../contract/sending/one-off.ts'
import { Refusal, type RefusalCode } from '../../../contract/ground/errors.ts'
import { normalizePhone } from '../../../contract/ground/phone.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import { fieldKeys } from '../../recipients/fields/store.ts'
import { refusedNumbers } from '../blast/store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { mustFillAll } from '../templates/plan-template.ts'
import { blastMessage } from '../templates/present.ts'
import { type TemplateRow, templateById } from '../templates/store.ts'
import { mustBeActive } from '../../people/users/stopped.ts'
import { type AccountRow, accountByHandle, accountByPhone } from '../whatsapp/store.ts'
import { type LiveOneOff, presentOneOffState } from './present.ts'
import { type OneOffRequest, oneOffById, type Refused } from './store.ts'

type Body = (typeof sendMessageBody)['_output']
type Named = Extract<Body['targets'], { all: false }>

export type SendMessagePorts = {
  db: Db
  now: number
  /** The account's state from its object, because the row in D1 lags behind. */
  stateOf: (account: AccountRow) => Promise<AccountState>
  /** Asks the account's object to start it. */
  start: (
    accountId: string,
    request: OneOffRequest,
  ) => Promise<{ ok: true; value: LiveOneOff } | { ok: false; refusal: RefusalCode }>
}
export type SendMessageRequest<B = Body> = { who: { id: string; role: Role }; body: B; requestId: string }

export const senderOf = async (db: Db, handle: string): Promise<AccountRow> => {
  const phone = normalizePhone(handle)
  const account = (await accountByHandle(db, handle)) ?? (phone ? await accountByPhone(db, phone) : null)
  if (!account) throw new Refusal('not_found')
  return account
}
/** The refusal with the specification's own text. */
export const notConnected = (account: AccountRow, state: AccountState): Refusal =>
  new Refusal('sender_not_connected', { text: `${account.phonenumber ?? account.clientid} is ${state}` })

/** A draft is sent to nobody, whatever the page had loaded before (rule template-draft). @throws Refusal template_draft */
export const mustNotBeDraft = (template: Pick<TemplateRow, 'status'> | null): void => {
  if (template?.status === 'nonactive') throw new Refusal('template_draft', { field: 'template' })
}
/**
 * @throws Refusal not_found for a template that was deleted, template_draft for one that is not active, template_placeholder
 */
export const messageOf = async (db: Db, { message, template_id }: Pick<Body, 'message' | 'template_id'>) => {
  const template = template_id || message.length <= 80 ? await templateById(db, template_id || message) : null
  if (template_id && !template) throw new Refusal('not_found', { field: 'template', text: caseTexts.templateGone })
  mustNotBeDraft(template)
  const said = template ? blastMessage(template) : { templateId: null, message, button: [], media: null }
  mustFillAll({ textWa: said.message, button: said.button }, template ? 'template' : 'message', await fieldKeys(db))
  return said
}

/** Named receivers of whom none may get it, in the words that the form shows. */
export const noReceiver = (refused: readonly Refused[]): Refusal => {
  const [first] = refused
  const shownReasons = refused.slice(0, 5).map((r) => `${r.number}: ${SKIP_TEXTS[r.reason]}`)
  const text = refused.length === 1 && first ? { text: SKIP_TEXTS[first.reason] } : {}
  return new Refusal('no_receiver', { ...text, fields: { targets: shownReasons.join(' ') } })
}

type Receivers = { numbers: string[]; refused: Refused[] }
/** Named receivers who may get the message, and why the others may not. @throws Refusal no_receiver when none may. */
const receiversOf = async (
  { db, now }: Pick<SendMessagePorts, 'db' | 'now'>,
  { accountId, templateId }: { accountId: string; templateId: string | null },
  named: Named,
): Promise<Receivers> => {
  const invalid = named.invalid.map((number) => ({ number, reason: 'invalid' as SkipReason }))
  const refused = [...invalid, ...(await refusedNumbers(db, { accountId, templateId, now, among: named.numbers }))]
  const out = new Set(refused.map((r) => r.number))
  const numbers = named.numbers.filter((number) => !out.has(number))
  if (numbers.length === 0 && refused.length > 0) throw noReceiver(refused)
  return { numbers, refused }
}

/**
 * Answers the started one-off blast as the wire shows it, and the named receivers that were refused.
 * @throws Refusal not_found, sender_not_connected, no_receiver, or what the account's object refuses.
 */
export const sendMessage = async (ports: SendMessagePorts, { who, body, requestId }: SendMessageRequest) => {
  const { db, now } = ports
  const account = await senderOf(db, body.senders)
  await mustBeActive(db, account.user_id)
  const state = await ports.stateOf(account)
  if (state !== 'connected') throw notConnected(account, state)
  const message = await messageOf(db, body)
  const { numbers, refused } = body.targets.all
    ? { numbers: [], refused: [] }
    : await receiversOf(ports, { accountId: account.id, templateId: message.templateId }, body.targets)
  const id = crypto.randomUUID()
  const targets = body.targets.all ? 'all' : 'list'
  const summary = {
    targets: targets === 'all' ? 'All' : numbers.length,
    refused: refused.length,
    template_id: message.templateId,
  }
  const deed = {
    actor: { id: who.id, role: who.role },
    action: 'blaster.send' as const,
    target: account.id,
    after: { jobId: id, ...summary },
    at: now,
    requestId,
  }
  const outcome = await ports.start(account.id, { id, userId: who.id, targets, numbers, refused, deed, ...message })
  // it was connected when this call began: the text names the state it has now
  if (!outcome.ok && outcome.refusal === 'not_connected') throw notConnected(account, await ports.stateOf(account))
  if (!outcome.ok) throw new Refusal(outcome.refusal)
  return { id, oneOff: await presentStarted(db, account, outcome.value), refused }
}

/** As the list shows it; its row may not be written yet. */
export const presentStarted = async (db: Db, account: AccountRow, live: LiveOneOff) => {
  const row = await oneOffById(db, live.id)
  return presentOneOffState(live, {
    sender_clientid: account.clientid,
    sender_phonenumber: account.phonenumber,
    sender_pushname: account.pushname,
    sender_state: account.state,
    starter_name: row?.starter_name ?? null,
  })
}
