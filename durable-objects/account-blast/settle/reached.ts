// What became of messages of campaigns after they were sent: counted in the document as receipts and answers come, and told in one batch every fifteen
// minutes, with whose messages they were (rules campaign-reach, campaign-came).
import { bitsOf, type Came, CAMES } from '../../../contract/ground/came.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { SettlePart } from '../document/document.ts'
import type { CameOfPeople, Reached } from '../document/work.ts'
import type { OfCampaign } from '../tables/rates-store.ts'

export type NewOfMessage = Partial<Record<Came, boolean>>
/** Told together. */
const TOLD_AFTER_MS = 15 * MINUTE_MS
/** Of more the others wait for the next batch: a message of the Queue holds 128 KB. */
const MOST = 200
/** People of a batch, some 6 KB. So many do not wait for the quarter of an hour, because the document is stored at each turn. */
const MOST_PEOPLE = 500

/** @param came what is new of it. @returns whether there is something to tell */
export const addReached = (doc: SettlePart, message: OfCampaign, came: NewOfMessage, now: number): boolean => {
  const { campaign, created_at, template_id } = message
  const bits = bitsOf(came)
  if (campaign === null || bits === 0) return false
  const hour = Math.floor(created_at / HOUR_MS) * HOUR_MS
  doc.reached ??= { since: now, counts: [] }
  const isSame = (one: Reached): boolean =>
    one.campaign === campaign && one.hour === hour && one.templateId === (template_id ?? '')
  let one = doc.reached.counts.find(isSame)
  if (!one) {
    one = { campaign, hour, templateId: template_id ?? '', delivered: 0, read: 0, answered: 0 }
    doc.reached.counts.push(one)
  }
  for (const what of CAMES) if (came[what]) one[what] += 1
  doc.came ??= { since: now, people: {} }
  const people = (doc.came.people[campaign] ??= {})
  people[message.number_id] = (people[message.number_id] ?? 0) | bits
  return true
}

const countIn = (people: CameOfPeople): number =>
  Object.values(people).reduce((sum, of) => sum + Object.keys(of).length, 0)
const cameDue = ({ since, people }: NonNullable<SettlePart['came']>): number =>
  countIn(people) < MOST_PEOPLE ? since + TOLD_AFTER_MS : since
/** When it is to be told, epoch ms; null: there is nothing to tell. */
export const reachedDue = ({ reached, came }: SettlePart): number | null => {
  const dues = [...(reached ? [reached.since + TOLD_AFTER_MS] : []), ...(came ? [cameDue(came)] : [])]
  return dues.length === 0 ? null : Math.min(...dues)
}
/** What the batch that is being made tells; empty: it is too early, or there is nothing. */
export const takeReached = (doc: SettlePart, now: number): Reached[] => {
  if (!doc.reached || doc.reached.since + TOLD_AFTER_MS > now) return []
  const { since, counts } = doc.reached
  const left = counts.slice(MOST)
  if (left.length > 0) doc.reached = { since, counts: left }
  else delete doc.reached
  return counts.slice(0, MOST)
}
/** And of whom; null: it is too early, or there is nobody. */
export const takeCame = (doc: SettlePart, now: number): CameOfPeople | null => {
  if (!doc.came || cameDue(doc.came) > now) return null
  const { since, people } = doc.came
  const all = Object.entries(people).flatMap(([campaign, of]) =>
    Object.entries(of).map(([id, bits]) => ({ campaign, id, bits })),
  )
  const left = all.slice(MOST_PEOPLE)
  if (left.length > 0) doc.came = { since, people: byCampaign(left) }
  else delete doc.came
  return byCampaign(all.slice(0, MOST_PEOPLE))
}
const byCampaign = (all: readonly { campaign: string; id: string; bits: number }[]): CameOfPeople => {
  const people: CameOfPeople = {}
  for (const { campaign, id, bits } of all) (people[campaign] ??= {})[id] = bits
  return people
}
