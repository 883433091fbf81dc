// What a person does behind their own link, for the page and for the API alike (rules opt-out, recipient-page, source-hold).
import { DAY_MS } from '../contract/ground/time.ts'
import { SNOOZE_DAYS } from '../contract/recipients/recipient-page.ts'
import type { Statement } from '../domain/ground/db/connection.ts'
import { observeSilence } from '../domain/ground/tally/here.ts'
import { presentRecipient } from '../domain/recipients/phone-numbers/present.ts'
import { disputeStatements, recipientOf } from '../domain/recipients/phone-numbers/recipient-store.ts'
import { receiptOf } from '../domain/recipients/programmes/receipt-store.ts'
import { erasePerson } from '../domain/recipients/suppressions/erase-person.ts'
import { hashRing, ringForStops } from '../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfNumber } from '../domain/recipients/suppressions/hash.ts'
import { snooze } from '../domain/recipients/suppressions/snooze.ts'
import { dropClaims } from '../domain/recipients/suppressions/drop-claims.ts'
import { changeRefused } from '../domain/recipients/topics/store.ts'
import { topicsOfRecipient } from '../domain/sending/templates/topic-store.ts'
import { wasErased } from '../domain/recipients/suppressions/store.ts'
import { suppress, type SuppressPorts } from '../domain/recipients/suppressions/suppress.ts'
import { Refusal } from '../contract/ground/errors.ts'
import { recordKeys } from '../domain/record/checkpoints/keys.ts'
import { signReceipt } from '../domain/record/receipts/receipt.ts'
import { accountObject } from '../durable-objects/stubs.ts'
import { journalStop } from './backup.ts'
import type { WriteContext } from './http/door.ts'

type Context = Pick<WriteContext, 'db' | 'env' | 'now'>
const portsOf = async ({ db, env }: Context): Promise<SuppressPorts> => ({
  db,
  hashKeys: await ringForStops(env),
  dropNumber: (accountId, number) => accountObject(env, accountId).drop(number),
  journal: journalStop(env),
})
/** Within so many seconds the cron asks the accounts that did not answer. */
const ASKED_AGAIN_S = 60
export const suppressNow = async (
  context: Context,
  who: Parameters<typeof suppress>[1],
  more: Statement[] = [],
): Promise<void> => {
  try {
    await suppress(await portsOf(context), who, context.now, more, context.now)
  } catch (error) {
    observeSilence(ASKED_AGAIN_S)
    throw error
  }
}

export const shownTo = async ({ db, env }: Context, number: string) =>
  presentRecipient(number, await recipientOf(db, number, hashesOfNumber(hashRing(env), number)))
export const stopOf = (context: Context, number: string): Promise<void> =>
  suppressNow(context, { number, lid: null, via: 'page', by: null, reason: null })
/** @returns until when, epoch ms; null: they have stopped, which is more */
export const snoozeOf = async (context: Context, number: string): Promise<number | null> => {
  const { now } = context
  const until = now + SNOOZE_DAYS * DAY_MS
  const who = { number, at: now, until, via: 'page' as const, by: null }
  const { hasStopped } = await snooze(await portsOf(context), who, now)
  return hasStopped ? null : until
}
export const disputeOf = async (context: Context, number: string): Promise<void> => {
  const { db, env, now } = context
  const hashes = hashesOfNumber(await ringForStops(env), number)
  const who = { number, lid: null, via: 'dispute' as const, by: null, reason: null }
  await suppressNow(context, who, disputeStatements(db, { number, hashes, now }))
}
export const eraseOf = async (context: Context, number: string): Promise<void> => {
  const ports = await portsOf(context)
  // each erasure goes through every account and every backup: a link that is pressed again begins none
  if (!(await wasErased(context.db, hashesOfNumber(ports.hashKeys, number))))
    await erasePerson({ ...ports, now: context.now }, { number, by: null })
}
export const topicsOf = ({ db }: Context, number: string) => topicsOfRecipient(db, number)
/** was: those that were checked when the page was drawn. Only topics that are sent now, or were refused before, can be. */
export const turnTopicsOf = async (
  context: Context,
  number: string,
  { was, wanted }: { was: readonly string[]; wanted: readonly string[] },
): Promise<void> => {
  const { db, now } = context
  const known = (await topicsOfRecipient(db, number)).map(({ topic }) => topic)
  const refuse = known.filter((topic) => was.includes(topic) && !wanted.includes(topic))
  const allow = known.filter((topic) => wanted.includes(topic) && !was.includes(topic))
  await dropClaims(await portsOf(context), await changeRefused(db, { number, refuse, allow, now }))
}
/** @throws Refusal receipts_off, receipt_none */
export const receiptFor = async ({ db, env, now }: Context, number: string): Promise<string> => {
  const [key] = await recordKeys(env)
  if (!key) throw new Refusal('receipts_off')
  const said = await receiptOf(db, number, hashesOfNumber(await ringForStops(env), number))
  if (said === null) throw new Refusal('receipt_none')
  return signReceipt(said, env.APP_ORIGIN, key, now)
}
