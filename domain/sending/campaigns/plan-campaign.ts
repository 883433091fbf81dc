// What a campaign's form may say (rules campaigns, campaign-start, campaign-zone, campaign-rolling): asked when it is made, changed, launched and goes on.
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { RULE_GONE } from '../../../contract/recipients/segments.ts'
import { zoneNeverOpen } from '../../../contract/sending/campaign-hours.ts'
import { momentAt } from '../../../contract/ground/moments.ts'
import {
  CAMPAIGN_OVER,
  CAMPAIGN_ROLLING_TOO_LONG,
  CAMPAIGN_SEGMENT_GONE,
  CAMPAIGN_START_OVER,
  CAMPAIGN_TEMPLATE_OFF,
  CAMPAIGN_ZONE_GONE,
  type CampaignBody,
  campaignClosedText,
  campaignTemplateText,
  ROLLING_DAYS_MAX,
} from '../../../contract/sending/campaigns.ts'
import { placeholderProblem } from '../../../contract/sending/message-text.ts'
import type { Db } from '../../ground/db/connection.ts'
import { fieldKeys } from '../../recipients/fields/store.ts'
import { isRuleGone, segmentById } from '../../recipients/segments/store.ts'
import { templatesOff, templateTexts } from './template-store.ts'

type Asked = { db: Db; now: number }
export const refused = (field: string, text: string): Refusal => new Refusal('invalid_input', { field, text })

type Times = Pick<CampaignBody, 'start_at' | 'end_at' | 'days' | 'from' | 'until' | 'zone_field'>
/** A form stays open, and a button is looked for, for so long. */
const START_GRACE_MS = 10 * MINUTE_MS
/**
 * Its time is not over, it does not begin in the past, which nobody means, and in it are hours at which the place sends.
 * @param begun the start of one that may have begun, which stays what it is @throws Refusal invalid_input
 */
export const mustBeOpen = (
  { send_window_start: start, send_window_end: end }: Pick<Settings, 'send_window_start' | 'send_window_end'>,
  times: Times,
  now: number,
  begun = '',
): void => {
  const endAt = times.end_at === '' ? null : momentAt(times.end_at)
  if (endAt !== null && endAt <= now) throw refused('end_at', CAMPAIGN_OVER)
  const startAt = times.start_at === '' ? now : momentAt(times.start_at)
  if (times.start_at !== begun && startAt < now - START_GRACE_MS) throw refused('start_at', CAMPAIGN_START_OVER)
  const from = Math.max(now, startAt)
  const zone = zoneNeverOpen(times, { start, end }, { from, endAt })
  if (zone !== null) throw refused('until', campaignClosedText(`${start}–${end}`, zone))
}
/** @param since its launch @throws Refusal invalid_input */
export const mustBeShort = (
  { audience, end_at: end }: Pick<CampaignBody, 'audience' | 'end_at'>,
  since: number,
): void => {
  if (audience === 'rolling' && momentAt(end) > since + ROLLING_DAYS_MAX * DAY_MS)
    throw refused('end_at', CAMPAIGN_ROLLING_TOO_LONG)
}
/** What a campaign asks for is there. @throws Refusal invalid_input */
export const mustBeThere = async (
  { db, now }: Asked,
  { segment_id: id, templates, zone_field: zone }: Pick<CampaignBody, 'segment_id' | 'templates' | 'zone_field'>,
) => {
  const ids = templates.map((one) => one.id)
  const [segment, off, texts, keys] = await Promise.all([
    id === '' ? null : segmentById(db, id),
    templatesOff(db, ids),
    templateTexts(db, ids),
    fieldKeys(db),
  ])
  if (id !== '' && !segment) throw refused('segment_id', CAMPAIGN_SEGMENT_GONE)
  if (off.length > 0) throw refused('templates', CAMPAIGN_TEMPLATE_OFF)
  // one of an older version may be active with what nothing fills (rule campaign-placeholders)
  for (const { name, ...message } of texts) {
    const problem = placeholderProblem(message, keys)
    if (problem !== null) throw refused('templates', campaignTemplateText(name, problem))
  }
  if (zone !== null && !keys.includes(zone)) throw refused('zone_field', CAMPAIGN_ZONE_GONE)
  if (segment && (await isRuleGone(db, segment.rule, now))) throw refused('segment_id', RULE_GONE)
  return segment
}
