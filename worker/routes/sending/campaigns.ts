// /admin/campaign: a message for chosen recipients, when and how much of it (rule campaigns).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
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
  CAMPAIGN_TAKEN,
  CAMPAIGN_UNHEARD,
  CAMPAIGN_ZONE_FIXED,
  type CampaignRow,
} from '../../../contract/sending/campaigns.ts'
import { reportLine } from '../../../contract/sending/reports.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { asRead, presentOf } from '../../../domain/ground/edits/as-read.ts'
import { versionOf, withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { continueLaunch } from '../../../domain/sending/campaigns/launch-store.ts'
import { besideBefore } from '../../../domain/sending/campaigns/before-store.ts'
import { campaignsOfMember } from '../../../domain/sending/campaigns/own-store.ts'
import { reportPage } from '../../../domain/sending/campaigns/report-store.ts'
import { cameOf, peoplePage } from '../../../domain/sending/campaigns/people-store.ts'
import { campaignWithOutlook } from '../../../domain/sending/campaigns/outlook-store.ts'
import { setPaces } from '../../../domain/sending/campaigns/spend-store.ts'
import { letGo } from '../../../domain/sending/campaigns/let-go.ts'
import {
  beginLaunch,
  campaignById,
  campaignPage,
  campaignRead,
  freeCampaignId,
  insertCampaign,
  refuseUnlessSame,
  updateCampaign,
} from '../../../domain/sending/campaigns/store.ts'
import {
  archiveCampaign,
  cancelCampaign,
  deleteCampaign,
  pauseCampaign,
  resumeCampaign,
} from '../../../domain/sending/campaigns/moves-store.ts'
import { priceEndedRef } from '../../../domain/sending/campaigns/question-store.ts'
import { mustBeAgreed, priceQuestion } from '../../../domain/sending/campaigns/ask-price.ts'
import { mustBeOpen, mustBeShort, mustBeThere, refused } from '../../../domain/sending/campaigns/plan-campaign.ts'
import { askedEntry, askStatements } from '../../../domain/people/approvals/ask-second.ts'
import type { NewApproval } from '../../../domain/people/approvals/store.ts'
import { askedRef } from '../../../domain/people/notices/approval-notices.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { refuseZoneGone } from '../../../domain/sending/campaigns/zone-store.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile } from '../../http/export.ts'
import { announce } from '../../push.ts'
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
const write = async (db: WriteContext['db'], statements: Statement[]): Promise<void> => {
  try {
    await runBatch(db, statements)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'needs_another') throw refused('state', CAMPAIGN_NEEDS_ANOTHER)
    if (refusal === 'taken approvals.kind') throw new Refusal('approval_waits')
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
type Asking = Pick<WriteContext, 'db' | 'env' | 'audit' | 'later'>
/** What is saved with the question, if there is one; then everybody who could answer it is told. */
const saving = async (
  { db, env, audit, later }: Asking,
  question: NewApproval | null,
  save: (asking: Statement[]) => Promise<void>,
) => {
  if (question === null) {
    await save([])
    return {}
  }
  await save([...askStatements(db, question), ...audit('approval.ask', question.id, undefined, askedEntry(question))])
  later(announce(env, db, askedRef(question.id)))
  return { approval_pending: true }
}
door(campaignRoutes, 'GET /admin/campaign/list-per-page', async ({ db, query }) => {
  const { rows, total } = await campaignPage(db, query)
  return toPaged(rows, total, query)
})
door(campaignRoutes, 'POST /admin/campaign/create', async (context) => {
  const { db, who, now, audit } = context
  const { copied_from, price_again: again, ...wanted } = context.body
  const [settings] = await Promise.all([readSettings(db), mustBeThere({ db, now }, wanted)])
  mustBeOpen(settings, wanted, now)
  const id = await freeCampaignId(db, now)
  const question = await priceQuestion({ db, now, settings }, { ...wanted, id, again, by: who.id }, null)
  const values = question === null ? wanted : { ...wanted, price: null }
  const asked = await saving(context, question, (asking) =>
    write(db, [
      ...insertCampaign(db, id, values, { by: who.id, copiedFrom: copied_from ?? null, now }),
      ...asking,
      ...audit('campaign.create', String(id), undefined, { ...values, copied_from }),
    ]),
  )
  return { ...(await answerOf({ db }, id)), ...asked }
})
/** Most launches are done within the press; what is left the cron goes on with. */
const LAUNCH_MS = 5_000
door(campaignRoutes, 'POST /admin/campaign/launch', async ({ db, body, who, now, audit }) => {
  const { id, version } = body
  const before = await mustFind({ db }, id)
  mustBeRead(before, version)
  if (before.state !== 'draft') throw refused('state', CAMPAIGN_MOVED)
  const settings = await readSettings(db)
  mustBeOpen(settings, campaignRead(before), now)
  mustBeShort(campaignRead(before), now)
  await mustBeAgreed({ db, now, settings }, before)
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
  await writeAsRead(db, before, [
    ...(await letGo(db, body, { who: who.id, now })),
    refuseZoneGone(db, id),
    ...beginLaunch(db, id, frozen),
    ...entry,
  ])
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
door(campaignRoutes, 'POST /admin/campaign/resume', async ({ db, env, body, who, now, audit }) => {
  const { id, version } = body
  const before = await mustFind({ db }, id)
  mustBeRead(before, version)
  // whoever waits has their zone since the launch
  const asked = { ...campaignRead(before), segment_id: '', zone_field: null }
  const [settings] = await Promise.all([readSettings(db), mustBeThere({ db, now }, asked)])
  mustBeOpen(settings, campaignRead(before), now, asked.start_at)
  await mustBeAgreed({ db, now, settings }, before)
  // whoever did not hear of the pause holds people with the texts and the price of before it
  if ((await tellCampaign(env, db, id)).missed > 0) throw refused('state', CAMPAIGN_UNHEARD)
  const entry = audit('campaign.resume', String(id), undefined, { name: before.name, price: before.price })
  const may = await letGo(db, body, { who: who.id, now })
  await writeAsRead(db, before, [...may, ...resumeCampaign(db, id, now), ...entry])
  await setPaces(db, now)
  return answerOf({ db }, id)
})
door(campaignRoutes, 'POST /admin/campaign/cancel', async ({ db, env, body: { id }, who, now, audit, later }) => {
  const { name } = await mustFind({ db }, id)
  const entry = audit('campaign.cancel', String(id), undefined, { name })
  await write(db, [...cancelCampaign(db, id, { name, by: who.id, now }), ...entry])
  later(announce(env, db, priceEndedRef({ id, now })))
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
door(campaignRoutes, 'PUT /admin/campaign/:id', async (context) => {
  const { db, param, who, now, audit, needProof } = context
  const { version, price_again: again, ...given } = context.body
  const before = await mustFind({ db }, Number(param('id')))
  const wanted = { ...given, zone_field: given.zone_field === undefined ? before.zone_field : given.zone_field }
  const { state } = before
  if (state !== 'draft' && state !== 'paused') throw refused('state', CAMPAIGN_BUSY)
  if (state === 'paused') {
    // it goes on with what was launched with a proof
    needProof()
    if (wanted.segment_id !== before.segment_id) throw refused('segment_id', CAMPAIGN_SEGMENT_FIXED)
    if (wanted.zone_field !== before.zone_field) throw refused('zone_field', CAMPAIGN_ZONE_FIXED)
    if (wanted.audience === 'rolling' && before.audience === 'frozen') throw refused('audience', CAMPAIGN_NOT_ROLLING)
    mustBeShort(wanted, Date.parse(before.launched_at ?? ''))
    const sent = before.people - before.waiting - before.dropped - before.gone
    if (wanted.budget !== null && wanted.budget < sent) throw refused('budget', CAMPAIGN_BUDGET_SPENT)
    if (wanted.budget_rupiah !== null && wanted.budget_rupiah < before.cost)
      throw refused('budget_rupiah', CAMPAIGN_COST_SPENT)
  }
  const there = state === 'paused' ? { ...wanted, segment_id: '', zone_field: null } : wanted
  const [settings] = await Promise.all([readSettings(db), mustBeThere({ db, now }, there)])
  mustBeOpen(settings, wanted, now, campaignRead(before).start_at)
  const question = await priceQuestion({ db, now, settings }, { ...wanted, id: before.id, again, by: who.id }, before)
  const values = question === null ? wanted : { ...wanted, price: before.price }
  const guard = refuseUnlessSame(db, before.id, campaignRead(before))
  const edit = {
    version,
    now: presentOf(campaignRead(before)),
    guard,
    // the price that stays is the one that the question shows (rule campaign-price)
    ...(question === null ? {} : { always: guard }),
    again: async () => {
      const campaign = await campaignById(db, before.id)
      return campaign && presentOf(campaignRead(campaign))
    },
    about: { target: String(before.id), actions: ['campaign.create', 'campaign.update'], names: true } as const,
  }
  const entry = audit('campaign.update', String(before.id), campaignRead(before), withUnversioned(version, values))
  const asked = await saving(context, question, (asking) =>
    asRead(db, edit, (same) =>
      write(db, [...same, ...updateCampaign(db, before.id, values, { state, by: who.id }), ...asking, ...entry]),
    ),
  )
  return { ...(await answerOf({ db }, before.id)), ...asked }
})
door(campaignRoutes, 'DELETE /admin/campaign/:id', async ({ db, env, param, who, now, audit, later }) => {
  const { id, name } = await mustFind({ db }, Number(param('id')))
  await write(db, [
    ...deleteCampaign(db, id, { name, by: who.id, now }),
    ...audit('campaign.delete', String(id), { name }),
  ])
  later(announce(env, db, priceEndedRef({ id, now })))
  return DONE
})
door(campaignRoutes, 'GET /user/campaigns', async ({ db, who, now }) => ({
  campaigns: await campaignsOfMember(db, who.id, now),
}))
