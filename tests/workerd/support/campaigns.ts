// Campaigns of a test: made, launched and moved as an admin does it, and where their people are.
import { beforeAll, beforeEach, expect } from 'vitest'
import type { CampaignRow } from '../../../contract/sending/campaigns.ts'
import { claimNumbers } from '../../../domain/sending/blast/store.ts'
import { until } from '../../../scripts/drive/until.ts'
import { ask } from './api.ts'
import { blastSends, stageBlasts } from './blasting.ts'
import { db, one, run } from './database.ts'
import { makePerson, type Person } from './people.ts'
import { acked, inside, linkedAccount } from './stage.ts'

export type Answer = {
  campaign: CampaignRow & { version: string }
  told: number
  missed: number
  fields?: Record<string, string>
}
export type Linked = Awaited<ReturnType<typeof linkedAccount>>
export const textOf = (sent: { content: unknown }): string => JSON.stringify(sent.content)
/** Answers every message of the blast until it ends. */
export const finish = async ({ object, socket }: Linked): Promise<void> => {
  for (let i = 0; ; i++) {
    const state = await until(`send ${i} or the end`, async () => {
      if (blastSends(socket)[i]) return 'sent'
      return (await object.snapshot())?.status === 'idle' ? 'idle' : null
    })
    if (state === 'idle') return
    socket.say(acked(socket, i))
  }
}
export const settledAll = (id: number) =>
  until('all is settled', async () => {
    const { claimed, settled } = await one<{ claimed: number; settled: number }>(
      'select claimed, settled from campaigns where id = ?',
      id,
    )
    return claimed === settled
  })
/** What the counters say, and what the rows do: every person is in one place, and counted there. */
export const places = async (id: number) => {
  const counted = await one<Record<string, number>>(
    'select people, claimed, settled, dropped, gone from campaigns where id = ?',
    id,
  )
  const rows = await one<Record<string, number>>(
    `select count(*) + (select gone from campaigns where id = ?1) as people, total(state between 1 and 4) as claimed,
       total(state between 2 and 4) as settled, total(state = 5) as dropped, (select gone from campaigns where id = ?1) as gone
     from campaign_people where campaign_id = ?1`,
    id,
  )
  expect(counted).toEqual(rows)
  const held = await one<{ n: number }>(
    'select count(*) as n from phone_numbers where in_use = 1 and in_use_campaign = ?',
    id,
  )
  expect((counted['claimed'] ?? 0) - (counted['settled'] ?? 0)).toBe(held.n)
  return counted
}
/** What an account settles of a message of this campaign that arrived. @param from what was said of it before */
export const arrived = (campaign: number, numberId: number, from: 'none' | 'unknown' = 'none') => {
  const at = Date.now()
  const message = { attemptId: `arrived-${numberId}`, numberId, templateId: 'promo', priceSen: 10_000, campaign }
  return { ...message, from, to: 'success' as const, notRegistered: false, at, attemptedAt: at }
}
/** Numbers that an account wrote to for a campaign, as it has them on record. */
export const sentBy = (object: Linked['object'], id: number): Promise<string[]> =>
  inside(object, ({ sql }) =>
    sql
      .exec<{ number: string }>('select number from attempts where campaign = ?', id)
      .toArray()
      .map((attempt) => attempt.number),
  )
export const ownerOf = async ({ accountId }: Linked): Promise<string> =>
  (await one<{ id: string }>('select user_id as id from whatsapp where id = ?', accountId)).id
export const claimRequest = (accountId: string, userId: string, claim: number, want = 5, now = Date.now()) => ({
  accountId,
  userId,
  want,
  now,
  runStartedAt: now,
  count: false,
  claim,
  campaigns: true,
})
export const claimedBy = async (accountId: string, userId: string, claim: number, want = 5, now = Date.now()) =>
  (await claimNumbers(db, claimRequest(accountId, userId, claim, want, now))).numbers

/** For a whole file: an admin, and the templates `promo` and `other`, which campaigns alone send. */
export const stageCampaigns = (name: string) => {
  const { runner, someone } = stageBlasts(name)
  let admin: Person
  beforeAll(async () => {
    admin = await makePerson('admin')
    for (const [id, text] of [
      ['promo', 'Promo {name}'],
      ['other', 'Lain {name}'],
    ])
      await run(
        `insert into templates (id, name, text, text_wa, button, status, only_campaigns, created_at)
         values (?1, ?1, ?2, ?2, '[]', 'active', 1, 1)`,
        id,
        text,
      )
  })
  beforeEach(async () => {
    for (const table of ['campaigns', 'campaign_templates', 'campaign_people', 'campaign_hours'])
      await run(`delete from ${table}`)
    await run(`update templates set status = 'active'`)
  })
  const as = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    ask<T>(method, path, { token: admin.token, body })
  let serial = 0
  const body = (more: object = {}) => ({
    name: `Kampanye ${++serial}`,
    segment_id: '',
    templates: [{ id: 'promo', weight: 1 }],
    ...more,
  })
  const segmentOf = async (prefix: string): Promise<string> => {
    const rule = { join: 'and', not: false, of: [{ is: 'number', prefix }] }
    const made = await as<{ segment: { id: string } }>('POST', '/admin/segment/create', { name: `S ${++serial}`, rule })
    return made.json.segment.id
  }
  const create = async (more: object = {}): Promise<number> =>
    (await as<Answer>('POST', '/admin/campaign/create', body(more))).json.campaign.id
  const move = (what: 'launch' | 'pause' | 'resume' | 'cancel', id: number) =>
    as<Answer>('POST', `/admin/campaign/${what}`, { id })
  const launched = async (more: object = {}): Promise<number> => {
    const id = await create(more)
    const { json } = await move('launch', id)
    expect(json.campaign.state).toBe('running')
    return id
  }
  const campaign = async (id: number): Promise<CampaignRow> =>
    (await as<{ campaign: CampaignRow }>('GET', `/admin/campaign/${id}`)).json.campaign
  const account = async (interval = 0) => linkedAccount(runner, await someone(interval))
  return { as, body, segmentOf, create, move, launched, campaign, account, someone, admin: () => admin }
}
