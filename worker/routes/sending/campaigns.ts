// /admin/campaign: a message for chosen recipients, when and how much of it (rule campaigns).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { RULE_GONE } from '../../../contract/recipients/segments.ts'
import {
  CAMPAIGN_SEGMENT_FIXED,
  CAMPAIGN_BUDGET_SPENT,
  CAMPAIGN_BUSY,
  CAMPAIGN_COST_SPENT,
  CAMPAIGN_MOVED,
  CAMPAIGN_NEEDS_ANOTHER,
  CAMPAIGN_NOBODY,
  CAMPAIGN_NOT_OVER,
  CAMPAIGN_NOT_ROLLING,
  CAMPAIGN_OVER,
  CAMPAIGN_ROLLING_TOO_LONG,
  CAMPAIGN_SEGMENT_GONE,
  CAMPAIGN_TAKEN,
  CAMPAIGN_TEMPLATE_OFF,
  CAMPAIGN_UNHEARD,
  type CampaignBody,
  campaignPriceText,
  campaignTemplateText,
  type CampaignRow,
  momentAt,
  ROLLING_DAYS_MAX,
} from '../../../contract/sending/campaigns.ts'
import { reportLine } from '../../../contract/sending/reports.ts'
import { placeholderProblem } from '../../../contract/sending/message-text.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { showRupiah } from '../../../contract/ground/value-texts.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { asRead, presentOf } from '../../../domain/ground/edits/as-read.ts'
import { versionOf, withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { mostUnasked } from '../../../domain/people/approvals/usual-rules.ts'
import { readLadder } from '../../../domain/people/approvals/usual-store.ts'
import { fieldKeys } from '../../../domain/recipients/fields/store.ts'
import { isRuleGone, segmentById } from '../../../domain/recipients/segments/store.ts'
import { continueLaunch } from '../../../domain/sending/campaigns/launch-store.ts'
import { besideBefore } from '../../../domain/sending/campaigns/before-store.ts'
import { campaignsOfMember } from '../../../domain/sending/campaigns/own-store.ts'
import { reportPage } from '../../../domain/sending/campaigns/report-store.ts'
import { cameOf, peoplePage } from '../../../domain/sending/campaigns/people-store.ts'
import { campaignWithOutlook } from '../../../domain/sending/campaigns/outlook-store.ts'
import { setPaces } from '../../../domain/sending/campaigns/spend-store.ts'
import {
  archiveCampaign,
  beginLaunch,
  campaignById,
  campaignPage,
  campaignRead,
  cancelCampaign,
  deleteCampaign,
  freeCampaignId,
  insertCampaign,
  pauseCampaign,
  refuseOwnChange,
  refuseUnlessSame,
  resumeCampaign,
  updateCampaign,
} from '../../../domain/sending/campaigns/store.ts'
import { templatesOff, templateTexts } from '../../../domain/sending/campaigns/template-store.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile } from '../../http/export.ts'
import { tellCampaign } from '../../tell-pause.ts'

export const campaignRoutes = routes()
type Of = Pick<WriteContext, 'db'>
const mustFind = async ({ db }: Of, id: number): Promise<CampaignRow> => {
  const campaign = Number.isSafeInteger(id) ? await campaignById(db, id) : null
  if (!campaign) throw new Refusal('not_found')
  return campaign
}
/** @throws Refusal invalid_input: somebody changed it since it was read */
const mustBeRead = (campaign: CampaignRow, version: string | undefined): void => {
  if (version && version !== versionOf(campaignRead(campaign))) throw refused('state', CAMPAIGN_MOVED)
}
const editable = (campaign: CampaignRow) => ({ ...campaign, version: versionOf(campaignRead(campaign)) })
const answerOf = async (of: Of, id: number) => ({ ...DONE, ...twice('campaign', editable(await mustFind(of, id))) })
const refused = (field: string, text: string) => new Refusal('invalid_input', { field, text })
const write = async (db: WriteContext['db'], statements: Statement[]): Promise<void> => {
  try {
    await runBatch(db, statements)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'needs_another') throw refused('state', CAMPAIGN_NEEDS_ANOTHER)
    if (refusal === 'taken campaigns.name') throw refused('name', CAMPAIGN_TAKEN)
    // of two that are made in one second the later one is made again
    if (refusal === 'taken campaigns.id' || refusal === 'status_moved') throw refused('state', CAMPAIGN_MOVED)
    throw error
  }
}
/** What was judged is what is written. @throws Refusal invalid_input where it was changed in between */
const writeAsRead = async (db: WriteContext['db'], before: CampaignRow, statements: Statement[]): Promise<void> => {
  try {
    await write(db, [refuseUnlessSame(db, before.id, campaignRead(before)), ...statements])
  } catch (error) {
    throw refusalOf(error) === 'edited' ? refused('state', CAMPAIGN_MOVED) : error
  }
}
/** A dearer price would need a second person, whom a campaign cannot ask (rules second-person, usual-price). @throws Refusal invalid_input */
const mustBeUsual = async ({ db, now }: Pick<WriteContext, 'db' | 'now'>, price: number | null): Promise<void> => {
  if (price === null) return
  const [{ second_person_fee_above: above }, ladder] = await Promise.all([readSettings(db), readLadder(db, now)])
  const most = mostUnasked(ladder, above)
  if (price > most) throw refused('price', campaignPriceText(showRupiah(most)))
}
/** @param since its launch @throws Refusal invalid_input */
const mustBeShort = ({ audience, end_at: end }: Pick<CampaignBody, 'audience' | 'end_at'>, since: number): void => {
  if (audience === 'rolling' && momentAt(end) > since + ROLLING_DAYS_MAX * DAY_MS)
    throw refused('end_at', CAMPAIGN_ROLLING_TOO_LONG)
}
/** What a campaign asks for is there. @throws Refusal invalid_input */
const mustBeThere = async (
  { db, now }: Pick<WriteContext, 'db' | 'now'>,
  { segment_id: id, templates }: Pick<CampaignBody, 'segment_id' | 'templates'>,
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
  if (segment && (await isRuleGone(db, segment.rule, now))) throw refused('segment_id', RULE_GONE)
  return segment
}

door(campaignRoutes, 'GET /admin/campaign/list-per-page', async ({ db, query }) => {
  const { rows, total } = await campaignPage(db, query)
  return toPaged(rows, total, query)
})
door(campaignRoutes, 'POST /admin/campaign/create', async ({ db, body, who, now, audit }) => {
  await Promise.all([mustBeThere({ db, now }, body), mustBeUsual({ db, now }, body.price)])
  const id = await freeCampaignId(db, now)
  const { copied_from: copiedFrom = null, ...values } = body
  await write(db, [
    ...insertCampaign(db, id, values, { by: who.id, copiedFrom, now }),
    ...audit('campaign.create', String(id), undefined, body),
  ])
  return answerOf({ db }, id)
})
/** Most launches are done within the press; what is left the cron goes on with. */
const LAUNCH_MS = 5_000
door(campaignRoutes, 'POST /admin/campaign/launch', async ({ db, body: { id, version }, who, now, audit }) => {
  const before = await mustFind({ db }, id)
  mustBeRead(before, version)
  if (before.state !== 'draft') throw refused('state', CAMPAIGN_MOVED)
  if (before.end_at !== null && Date.parse(before.end_at) <= now) throw refused('end_at', CAMPAIGN_OVER)
  mustBeShort(campaignRead(before), now)
  await mustBeUsual({ db, now }, before.price)
  const segment = await mustBeThere({ db, now }, before)
  const frozen = { segmentName: segment?.name ?? null, rule: segment && JSON.stringify(segment.rule), by: who.id, now }
  const { name, budget, budget_rupiah, price } = before
  const entry = audit('campaign.launch', String(id), undefined, {
    name,
    segment: segment?.name ?? '',
    budget,
    budget_rupiah,
    price,
  })
  await writeAsRead(db, before, [refuseOwnChange(db, id, who.id), ...beginLaunch(db, id, frozen), ...entry])
  await continueLaunch(db, id, now, () => Date.now() < now + LAUNCH_MS)
  await setPaces(db, now)
  const after = await mustFind({ db }, id)
  if (after.state === 'draft') throw refused('segment_id', CAMPAIGN_NOBODY)
  return { ...DONE, ...twice('campaign', editable(after)) }
})
door(campaignRoutes, 'POST /admin/campaign/pause', async ({ db, env, body: { id }, audit }) => {
  const { name } = await mustFind({ db }, id)
  await write(db, [...pauseCampaign(db, id), ...audit('campaign.pause', String(id), undefined, { name })])
  const told = await tellCampaign(env, db, id)
  return { ...(await answerOf({ db }, id)), ...told }
})
door(campaignRoutes, 'POST /admin/campaign/resume', async ({ db, env, body: { id, version }, who, now, audit }) => {
  const before = await mustFind({ db }, id)
  mustBeRead(before, version)
  if (before.end_at !== null && Date.parse(before.end_at) <= now) throw refused('end_at', CAMPAIGN_OVER)
  await Promise.all([mustBeThere({ db, now }, { ...before, segment_id: '' }), mustBeUsual({ db, now }, before.price)])
  // whoever did not hear of the pause holds people with the texts and the price of before it
  if ((await tellCampaign(env, db, id)).missed > 0) throw refused('state', CAMPAIGN_UNHEARD)
  const entry = audit('campaign.resume', String(id), undefined, { name: before.name, price: before.price })
  await writeAsRead(db, before, [refuseOwnChange(db, id, who.id), ...resumeCampaign(db, id, now), ...entry])
  await setPaces(db, now)
  return answerOf({ db }, id)
})
door(campaignRoutes, 'POST /admin/campaign/cancel', async ({ db, env, body: { id }, now, audit }) => {
  const { name } = await mustFind({ db }, id)
  await write(db, [...cancelCampaign(db, id, now), ...audit('campaign.cancel', String(id), undefined, { name })])
  const told = await tellCampaign(env, db, id)
  return { ...(await answerOf({ db }, id)), ...told }
})
door(campaignRoutes, 'POST /admin/campaign/archive', async ({ db, body: { id, on }, now, audit }) => {
  const { name, state } = await mustFind({ db }, id)
  if (state !== 'finished' && state !== 'cancelled') throw refused('state', CAMPAIGN_NOT_OVER)
  const entry = audit('campaign.archive', String(id), undefined, { name, on })
  await write(db, [...archiveCampaign(db, id, on ? now : null), ...entry])
  return answerOf({ db }, id)
})
door(campaignRoutes, 'GET /admin/campaign/people', async ({ db, query }) => {
  const { rows, total } = await peoplePage(db, query)
  return toPaged(rows, total, query)
})
door(campaignRoutes, 'GET /admin/campaign/hours', ({ db, query: { id } }) => cameOf(db, id))
door(campaignRoutes, 'GET /admin/campaign/before', ({ db, query: { id } }) => besideBefore(db, id))
door(campaignRoutes, 'GET /admin/campaign/export', async ({ env, db, query: { id, state, came, format }, audit }) => {
  const { name } = await mustFind({ db }, id)
  const file = await exportFile({
    format,
    name: 'campaign',
    columns: ['number', 'name', 'state', 'at', 'template', 'came'],
    page: async (after: number | null) => {
      const ports = { db, bucket: env.MEDIA }
      const { rows, last } = await reportPage(ports, { id, state, came, after: after ?? 0, limit: EXPORT_PAGE })
      return {
        rows: rows.map((one) => ({ ...reportLine(one), template: one.template_name ?? '' })),
        last,
      }
    },
    emptyText: 'No recipients in this campaign.',
  })
  await runBatch(
    db,
    audit('campaign.export', String(id), undefined, { name, state: state ?? '', came: came ?? '', format }),
  )
  return file
})
door(campaignRoutes, 'GET /admin/campaign/:id', async ({ db, param, now }) => {
  const id = Number(param('id'))
  const found = Number.isSafeInteger(id) ? await campaignWithOutlook(db, id, now) : null
  if (!found) throw new Refusal('not_found')
  const campaign = { ...editable(found), outlook: found.outlook }
  return { ...campaign, ...twice('campaign', campaign) }
})
door(campaignRoutes, 'PUT /admin/campaign/:id', async ({ db, param, body, who, now, audit, needProof }) => {
  const { version, ...values } = body
  const before = await mustFind({ db }, Number(param('id')))
  const { state } = before
  if (state !== 'draft' && state !== 'paused') throw refused('state', CAMPAIGN_BUSY)
  if (state === 'paused') {
    // it goes on with what was launched with a proof
    needProof()
    if (values.segment_id !== before.segment_id) throw refused('segment_id', CAMPAIGN_SEGMENT_FIXED)
    if (values.audience === 'rolling' && before.audience === 'frozen') throw refused('audience', CAMPAIGN_NOT_ROLLING)
    mustBeShort(values, Date.parse(before.launched_at ?? ''))
    const sent = before.people - before.waiting - before.dropped - before.gone
    if (values.budget !== null && values.budget < sent) throw refused('budget', CAMPAIGN_BUDGET_SPENT)
    if (values.budget_rupiah !== null && values.budget_rupiah < before.cost)
      throw refused('budget_rupiah', CAMPAIGN_COST_SPENT)
  }
  if (values.end_at !== '' && momentAt(values.end_at) <= now) throw refused('end_at', CAMPAIGN_OVER)
  await mustBeUsual({ db, now }, values.price)
  await mustBeThere({ db, now }, before.state === 'paused' ? { ...values, segment_id: '' } : values)
  const edit = {
    version,
    now: presentOf(campaignRead(before)),
    guard: refuseUnlessSame(db, before.id, campaignRead(before)),
    again: async () => {
      const campaign = await campaignById(db, before.id)
      return campaign && presentOf(campaignRead(campaign))
    },
    about: { target: String(before.id), actions: ['campaign.create', 'campaign.update'], names: true } as const,
  }
  const entry = audit('campaign.update', String(before.id), campaignRead(before), withUnversioned(version, values))
  await asRead(db, edit, (guard) =>
    write(db, [...guard, ...updateCampaign(db, before.id, values, { state, by: who.id }), ...entry]),
  )
  return answerOf({ db }, before.id)
})
door(campaignRoutes, 'DELETE /admin/campaign/:id', async ({ db, param, audit }) => {
  const { id, name } = await mustFind({ db }, Number(param('id')))
  await write(db, [...deleteCampaign(db, id), ...audit('campaign.delete', String(id), { name })])
  return DONE
})
door(campaignRoutes, 'GET /user/campaigns', async ({ db, who, now }) => ({
  campaigns: await campaignsOfMember(db, who.id, now),
}))
