// A test: a one-off blast whose only receiver is the sender's own number (rule one-off-test). Neither page nor API can name another,
// because the account's object takes the number from itself.
import type { testMessageBody, TestOutlook } from '../../../contract/sending/one-off.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import type { Held } from '../../../contract/people/pauses.ts'
import { dailyCapOf } from '../blast/rules.ts'
import type { Db } from '../../ground/db/connection.ts'
import { readPause } from '../sending-pause/store.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { hashesOfNumber } from '../../recipients/suppressions/hash.ts'
import { isSuppressed } from '../../recipients/suppressions/store.ts'
import { fieldKeys } from '../../recipients/fields/store.ts'
import { mustFillAll, planTemplate } from '../templates/plan-template.ts'
import { blastMessage, mediaOf } from '../templates/present.ts'
import { templateById } from '../templates/store.ts'
import { type AccountRow, accountByHandle, hasSender } from '../whatsapp/store.ts'
import { idOfTest } from './test-id.ts'
import { messageOf, presentStarted, type SendMessagePorts, type SendMessageRequest, senderOf } from './send-message.ts'
import { oneOffById } from './store.ts'
import { presentOneOff, type LiveOneOff } from './present.ts'
import { type TestPlace, whyNoTest } from './test-rules.ts'

type Pace = { state: AccountState; isBusy: boolean; sentToday: number; held: Held | null }
type Ports = {
  db: Db
  now: number
  /** From the account's object; null: it does not answer, or there is none. */
  paceOf: (account: AccountRow) => Promise<Pace | null>
}
export type SendTestPorts = Ports &
  Pick<SendMessagePorts, 'start'> & {
    hashKeys: KeyRing
    /** From the sender's object; null: it does not know it. */
    liveOf: (accountId: string, oneOffId: string) => Promise<LiveOneOff | null>
  }

const placeOf = async (db: Db): Promise<TestPlace> => {
  const [pause, settings] = await Promise.all([readPause(db), readSettings(db)])
  return {
    isPaused: pause.paused !== null,
    window: { start: settings.send_window_start, end: settings.send_window_end },
    dailyCap: dailyCapOf(settings),
  }
}
const refusalFor = async ({ now, paceOf }: Ports, account: AccountRow, place: TestPlace): Promise<Refusal | null> => {
  const pace = (await paceOf(account)) ?? { state: account.state, isBusy: false, sentToday: 0, held: null }
  return whyNoTest({ name: nameOf(account), purpose: account.purpose, ...pace }, place, now)
}
const nameOf = (account: AccountRow): string => account.phonenumber ?? account.clientid

/** @param sender the account's id; undefined: none is chosen yet, and the answer says whether any could be */
export const testOutlookOf = async (ports: Ports, sender: string | undefined): Promise<TestOutlook> => {
  const { db } = ports
  const [account, place, some] = await Promise.all([
    sender ? accountByHandle(db, sender) : null,
    placeOf(db),
    hasSender(db),
  ])
  if (!account) return { to: null, text: some ? null : new Refusal('test_no_sender').message }
  const refusal = await refusalFor(ports, account, place)
  return { to: nameOf(account), text: refusal && refusal.message }
}

type Body = (typeof testMessageBody)['_output']
/** The only message of an unsaved template that leaves: to the number that sends it (rule template-activation). */
const draftOf = async (db: Db, { media_of, ...draft }: NonNullable<Body['draft']>) => {
  const saved = media_of ? await templateById(db, media_of) : null
  if (media_of && !saved) throw new Refusal('not_found', { field: 'template', text: caseTexts.templateGone })
  const { textWa, button } = planTemplate(draft, saved && mediaOf(saved))
  mustFillAll({ textWa, button }, 'text', await fieldKeys(db))
  return { templateId: null, message: textWa, button, media: saved && blastMessage(saved).media }
}
/**
 * Answers the test as the wire shows it. The same key of the same person and account answers the first one again.
 * @throws Refusal why it cannot leave now: nothing waits for a better time
 */
export const sendTest = async (ports: SendTestPorts, { who, body, requestId }: SendMessageRequest<Body>) => {
  const { db, now } = ports
  const account = await senderOf(db, body.sender)
  const id = await idOfTest(who.id, account.id, body.key)
  const known = await oneOffById(db, id)
  if (known) return presentOneOff(known, await ports.liveOf(account.id, id))
  const message = await (body.draft ? draftOf(db, body.draft) : messageOf(db, { ...body, message: body.message ?? '' }))
  const number = account.phonenumber ?? ''
  const [place, suppressed] = await Promise.all([
    placeOf(db),
    isSuppressed(db, number, hashesOfNumber(ports.hashKeys, number)),
  ])
  const refusal = suppressed ? new Refusal('number_suppressed') : await refusalFor(ports, account, place)
  if (refusal) {
    // the same press at the same moment may have started it, and its row is not written yet
    const started = await ports.liveOf(account.id, id)
    if (started) return presentStarted(db, account, started)
    throw refusal
  }
  const deed = {
    actor: { id: who.id, role: who.role },
    action: 'blaster.test' as const,
    target: account.id,
    after: { jobId: id, template_id: message.templateId },
    at: now,
    requestId,
  }
  const request = { id, userId: who.id, targets: 'test' as const, numbers: [], refused: [], deed, ...message }
  const outcome = await ports.start(account.id, request)
  if (!outcome.ok) throw new Refusal(outcome.refusal)
  return presentStarted(db, account, outcome.value)
}
