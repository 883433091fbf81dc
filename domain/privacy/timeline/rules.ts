// What accounts keep of a number as one timeline (rule timeline), without the texts of messages. Pure.
import type { InAccount } from '../../../contract/privacy/data-requests.ts'
import type { TimelineEvent } from '../../../contract/privacy/timeline.ts'
import { MESSAGE_DAYS } from '../../../contract/ground/message-days.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/ground/time.ts'

const NO_MESSAGE = { outcome: null, deliveredAt: null, readAt: null, revokedAt: null, oneOff: false, consent: null }
/** undefined: an object of the release before. */
const unnamed = <Id extends string | number>(id: Id | null | undefined): { id: Id; name: null } | null | undefined =>
  id === null || id === undefined ? id : { id, name: null }
export const eventsOf = (accountId: string, kept: InAccount): TimelineEvent[] => [
  ...kept.messages.map((one) => ({
    at: one.date,
    kind: 'message' as const,
    accountId,
    outcome: one.outcome,
    deliveredAt: one.delivered_at,
    readAt: one.read_at,
    revokedAt: one.revoked_at,
    oneOff: one.one_off,
    campaign: unnamed(one.campaign),
    template: unnamed(one.template_id),
    consent: null,
  })),
  ...kept.stops.map(({ date }) => ({ at: date, kind: 'stop' as const, accountId, ...NO_MESSAGE })),
  ...kept.asked.map(({ asked, date }) => ({ at: date, kind: asked, accountId, ...NO_MESSAGE })),
]
/** What a person agreed to, and when, epoch ms. source: of a message in which they asked for more there is none. */
export type Agreed = { source: string | null; at: number }
/** @param consents newest first. A message was sent under the last one before it, whatever came later. */
export const underConsent = (events: readonly TimelineEvent[], consents: readonly Agreed[]): TimelineEvent[] =>
  events.map((event) => {
    if (event.kind !== 'message') return event
    const under = consents.find(({ at }) => at <= Date.parse(event.at))
    return { ...event, consent: under ? { source: under.source, at: new Date(under.at).toISOString() } : null }
  })
/** What campaigns and templates are called now; who is deleted is not there. */
export type Names = readonly { of: 'campaign' | 'template'; id: string; name: string }[]
export const underNames = (events: readonly TimelineEvent[], names: Names): TimelineEvent[] => {
  const known = new Map(names.map(({ of, id, name }) => [`${of} ${id}`, name]))
  return events.map(({ campaign, template, ...event }) => ({
    ...event,
    campaign: campaign && { ...campaign, name: known.get(`campaign ${campaign.id}`) ?? null },
    template: template && { ...template, name: known.get(`template ${template.id}`) ?? null },
  }))
}
/** Newest first. */
export const inOrder = (events: readonly TimelineEvent[]): TimelineEvent[] =>
  events.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
/**
 * Epoch ms: from when on everybody who was asked has all messages. Accounts drop what is older, by the longer of this and the cooldown; some have
 * less, and say so.
 */
export const keptSince = (now: number, cooldownHours: number, said: readonly (string | null)[]): number =>
  Math.max(
    now - Math.max(MESSAGE_DAYS * DAY_MS, cooldownHours * HOUR_MS),
    // an object of the release before does not say
    ...said.map((since) => Date.parse(since ?? '') || 0),
  )
