// A campaign for half of the recipients, which the same accounts send before all others: how it is launched, and what its report says
// beside what the phones got (rules campaign-once, campaign-claim).
import { importRecipients } from '../../scripts/demo/play.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { type Person, signIn, untilAnswered } from '../../scripts/drive/api.ts'
import { readAttempts, readSent } from '../../scripts/drive/record.ts'
import { withDatabase } from '../../scripts/stack/database.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { type CampaignRow } from '../../contract/sending/campaigns.ts'
import { PERSON_STATES } from '../../contract/sending/reports.ts'

export type CampaignFigures = {
  campaignPeople: number
  /** 1: it came to its end. */
  campaignEnded: number
  /** People of it to whom nothing happened, or of whom an account still says that it holds them. */
  campaignLost: number
  /** People of it whose row says something else than their message, or than what their phone got. */
  campaignWrong: number
  /** By how much its counters and its cost differ from its messages. */
  campaignMiscounted: number
}
const SOURCE = 'Formulir kampanye (uji)'
/** Until an account that was killed has told what became of its last messages. */
const TOLD_MS = 120_000
type Answer = { campaign: CampaignRow & { version: string } }

/** Imports all recipients; the campaign is for the first half of them. Answers its id. */
export const launchCampaign = async (admin: Person, recipients: number): Promise<number> => {
  const half = Math.floor(recipients / 2)
  await importRecipients(admin, half, 0, SOURCE)
  await importRecipients(admin, recipients - half, half)
  const rule = { join: 'and', not: false, of: [{ is: 'source', source: SOURCE }] }
  const { segment } = await admin.post<{ segment: { id: string } }>('/admin/segment/create', { name: 'Uji', rule })
  const templates: { id: string; weight: number }[] = []
  for (const text of ['Kampanye pagi untuk {name}', 'Kampanye sore untuk {name}']) {
    const body = { text: `<p>${text}</p>`, status: 'active', only_campaigns: true }
    const { message } = await admin.post<{ message: { id: string } }>('/admin/message/create', body)
    templates.push({ id: message.id, weight: 1 })
  }
  const made = await admin.post<Answer>('/admin/campaign/create', { name: 'Uji', segment_id: segment.id, templates })
  const { id, version } = made.campaign
  await admin.post('/admin/campaign/launch', { id, version })
  await untilAnswered('the campaign to run', TOLD_MS, async () => (await campaignOf(admin, id)).state === 'running')
  return id
}
const campaignOf = async (admin: Person, id: number): Promise<CampaignRow> =>
  (await admin.get<Answer>(`/admin/campaign/${id}`)).campaign

/** Waits for its end, or as long as its accounts may take: the figures say whether it came. */
export const untilOver = async (stack: Stack, id: number): Promise<void> => {
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  await untilAnswered(
    'the end of the campaign',
    TOLD_MS,
    async () => (await campaignOf(admin, id)).state === 'finished',
  ).catch(() => {
    // the figures say so
  })
}

/** Of a stack that has stopped, from its files. */
export const countCampaign = (home: string, id: number): CampaignFigures => {
  const { row, people } = withDatabase(home, (db) => ({
    row: db.prepare('select * from campaigns where id = ?').get(id) as Record<string, number | string | null>,
    people: db
      .prepare(
        'select p.number, q.state from campaign_people q join phone_numbers p on p.id = q.number_id where q.campaign_id = ?',
      )
      .all(id) as { number: string; state: number }[],
  }))
  const attempts = readAttempts(home).filter(({ campaign }) => campaign === id)
  const outcomes = new Map(attempts.map(({ number, outcome }) => [number, outcome]))
  const acked = new Set(readSent(home).flatMap((m) => (m.acked === 1 ? [m.recipient] : [])))
  const isDecided = (state: number): boolean => ['success', 'fail', 'unknown'].includes(PERSON_STATES[state] ?? '')
  const isRight = ({ number, state }: { number: string; state: number }): boolean => {
    const said = PERSON_STATES[state]
    return said === outcomes.get(number) && (said === 'unknown' || (said === 'success') === acked.has(number))
  }
  const of = (outcome: string) => attempts.filter((one) => one.outcome === outcome)
  const expected = {
    people: people.length,
    claimed: attempts.length,
    settled: attempts.length,
    success: of('success').length,
    fail: of('fail').length,
    unknown: of('unknown').length,
    cost_sen: of('success').reduce((sum, { priceSen }) => sum + priceSen, 0),
  }
  return {
    campaignPeople: people.length,
    campaignEnded: Number(row['state'] === 'finished'),
    campaignLost: people.filter(({ state }) => !isDecided(state)).length,
    campaignWrong: people.filter((one) => isDecided(one.state) && !isRight(one)).length,
    campaignMiscounted: Object.entries(expected).reduce(
      (sum, [name, value]) => sum + Math.abs(Number(row[name]) - value),
      0,
    ),
  }
}
