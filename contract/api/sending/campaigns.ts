// Campaigns (rule campaigns).
import { z } from 'zod'
import { done } from '../../ground/done.ts'
import { pageQuery } from '../../ground/paging.ts'
import {
  campaignArchiveBody,
  campaignCreateBody,
  campaignFigures,
  campaignHour,
  campaignLaunchBody,
  campaignMoveBody,
  campaignPeopleQuery,
  campaignPerson,
  campaignRow,
  campaignStops,
  campaignUpdateBody,
  editableCampaign,
  ownCampaign,
} from '../../sending/campaigns.ts'
import { campaignOutlook } from '../../sending/campaign-outlook.ts'
import { ADMINS, call, fileCall, MEMBERS } from '../call.ts'
import { both, exportQuery, flag, page, saved } from '../shapes.ts'

const moved = saved('campaign', editableCampaign)
/** approval_pending: its price was not saved, but waits for a second person. */
const asking = moved.extend({ approval_pending: z.boolean().optional() })
export const campaignCalls = {
  'GET /admin/campaign/list-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery.extend({ archived: flag }),
    answer: page(campaignRow),
  }),
  'POST /admin/campaign/create': call({ roles: ADMINS, own: 'none', body: campaignCreateBody, answer: asking }),
  /** Its recipients are written down, and it runs. */
  'POST /admin/campaign/launch': call({
    proof: true,
    roles: ADMINS,
    own: 'none',
    body: campaignLaunchBody,
    answer: moved,
  }),
  /** told: accounts that held people of it and gave them back; missed: those that did not answer, which are asked again within a minute. */
  'POST /admin/campaign/pause': call({
    roles: ADMINS,
    own: 'none',
    body: campaignMoveBody,
    answer: moved.extend({ told: z.number(), missed: z.number() }),
  }),
  'POST /admin/campaign/resume': call({
    proof: true,
    roles: ADMINS,
    own: 'none',
    body: campaignLaunchBody,
    answer: moved,
  }),
  'POST /admin/campaign/cancel': call({
    roles: ADMINS,
    own: 'none',
    body: campaignMoveBody,
    answer: moved.extend({ told: z.number(), missed: z.number() }),
  }),
  'POST /admin/campaign/archive': call({ roles: ADMINS, own: 'none', body: campaignArchiveBody, answer: moved }),
  'GET /admin/campaign/people': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery.extend(campaignPeopleQuery.shape),
    answer: page(campaignPerson),
  }),
  'GET /admin/campaign/hours': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: campaignMoveBody,
    /** stops: null: it ended so long ago that nobody knows any more who got it. */
    answer: z.object({ hours: z.array(campaignHour), stops: campaignStops.nullable() }),
  }),
  /** This campaign beside the one that it is a further wave or a copy of (rule campaign-before). before: null: of none. */
  'GET /admin/campaign/before': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: campaignMoveBody,
    answer: z.object({ now: campaignFigures.nullable(), before: campaignFigures.nullable() }),
  }),
  'GET /admin/campaign/export': fileCall('table', {
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: exportQuery.extend(campaignPeopleQuery.shape),
  }),
  'GET /admin/campaign/:id': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: both('campaign', editableCampaign.extend({ outlook: campaignOutlook })),
  }),
  'PUT /admin/campaign/:id': call({ roles: ADMINS, own: 'none', body: campaignUpdateBody, answer: asking }),
  /** Those that the caller's own accounts may be given people of now (rule own-campaigns). */
  'GET /user/campaigns': call({
    roles: MEMBERS,
    own: 'none',
    reads: 'replica',
    answer: z.object({ campaigns: z.array(ownCampaign) }),
  }),
  'DELETE /admin/campaign/:id': call({ roles: ADMINS, own: 'none', answer: done }),
}
