// What became of messages of campaigns after they were sent: counted in the document as receipts and answers come, and told in one batch every fifteen
// minutes (rule campaign-reach).
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { SettlePart } from '../document/document.ts'
import type { Reached } from '../document/work.ts'
import type { Attempt } from '../tables/attempts-store.ts'

export type Came = Partial<Record<'delivered' | 'read' | 'answered', boolean>>
/** Told together. */
const TOLD_AFTER_MS = 15 * MINUTE_MS
/** Of more the others wait for the next batch: a message of the Queue holds 128 KB. */
const MOST = 200

/** @param came what is new of it. @returns whether there is something to tell */
export const addReached = (
  doc: SettlePart,
  { campaign, created_at, template_id }: Pick<Attempt, 'campaign' | 'created_at' | 'template_id'>,
  came: Came,
  now: number,
): boolean => {
  if (campaign === null || !Object.values(came).includes(true)) return false
  const hour = Math.floor(created_at / HOUR_MS) * HOUR_MS
  doc.reached ??= { since: now, counts: [] }
  const isSame = (one: Reached): boolean =>
    one.campaign === campaign && one.hour === hour && one.templateId === (template_id ?? '')
  let one = doc.reached.counts.find(isSame)
  if (!one) {
    one = { campaign, hour, templateId: template_id ?? '', delivered: 0, read: 0, answered: 0 }
    doc.reached.counts.push(one)
  }
  for (const what of ['delivered', 'read', 'answered'] as const) if (came[what]) one[what] += 1
  return true
}

/** When it is to be told, epoch ms; null: there is nothing to tell. */
export const reachedDue = ({ reached }: SettlePart): number | null =>
  reached === undefined ? null : reached.since + TOLD_AFTER_MS
/** What the batch that is being made tells; empty: it is too early, or there is nothing. */
export const takeReached = (doc: SettlePart, now: number): Reached[] => {
  const due = reachedDue(doc)
  if (!doc.reached || due === null || due > now) return []
  const { since, counts } = doc.reached
  const left = counts.slice(MOST)
  if (left.length > 0) doc.reached = { since, counts: left }
  else delete doc.reached
  return counts.slice(0, MOST)
}
