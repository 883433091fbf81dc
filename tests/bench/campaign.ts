// The campaign benchmark: a launch of a million people in the steps of the product, claims with a hundred campaigns running beside those of the
// standing blast, what a message writes from launch to its receipts, and its report and export. By the product's functions on D1 in workerd; what
// `size_after` says of the database is what a person costs.
import type { DatabaseSync } from 'node:sqlite'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { asPerson, call, type Person } from '../../scripts/drive/api.ts'
import { exportLines } from '../long/big-file.ts'
import type { Claims, Launched } from './campaign-told.ts'
import { type Figure, figure } from './figures.ts'
import { fillDatabase } from './fill.ts'
import { type Alone, startAlone } from './worker-alone.ts'

export type CampaignSize = { rows: number; campaigns: number; calls: number; rounds: number }
/** What a run asks for at once at the shipped pace. */
const WANT = 12
const OTHERS_PEOPLE = 1_000
const REPORTS = 20
const TEMPLATE = 'bench'
/** Further campaigns, whose people are waiting: by hand, because a launch of each would look at the whole list. */
const others = (count: number, now: number): string => `
  insert into templates (id, text, text_wa, button, status, created_at)
    values ('${TEMPLATE}', 'Halo {name}', 'Halo {name}', '[]', 'active', ${now});
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
  insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, people, created_by, created_at, launched_at)
    select i, 'Lain ' || i, 'running', '', 254, 0, 1440, 5, ${OTHERS_PEOPLE}, 'demo-admin', ${now}, ${now} from n;
  insert into campaign_templates (campaign_id, template_id, variant, weight)
    select c.id, '${TEMPLATE}', 0, 1 from campaigns c;
  insert into campaign_people (campaign_id, number_id, state, at)
    select c.id, p.id, 0, ${now}
    from campaigns c
    join (select id, row_number() over () as place from phone_numbers where last_attempt_at = 0) p
      on p.place > (c.id - 1) * ${OTHERS_PEOPLE} and p.place <= c.id * ${OTHERS_PEOPLE};
`
const post = async <T>({ origin }: Alone, path: string, body: unknown): Promise<T> => {
  const answer = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}
const make = async (admin: Person): Promise<number> => {
  const body = { name: 'Semua', segment_id: '', templates: [{ id: TEMPLATE, weight: 1 }] }
  const { campaign } = await admin.post<{ campaign: { id: number } }>('/admin/campaign/create', body)
  return campaign.id
}
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
/** The clock of a Worker has whole milliseconds, of which a claim takes a few: the mean of the middle half says more than the one in the middle. */
const middleMs = (callsMs: readonly number[]): number => {
  const quarter = Math.floor(callsMs.length / 4)
  const middle = callsMs.toSorted((a, b) => a - b).slice(quarter, callsMs.length - quarter)
  return middle.reduce((sum, ms) => sum + ms, 0) / middle.length
}
const fill =
  ({ rows, campaigns }: CampaignSize, now: number) =>
  (db: DatabaseSync): void => {
    fillDatabase(db, rows, now)
    db.exec(others(campaigns - 1, now))
  }

export const benchCampaign = async (
  size: CampaignSize,
  say: (line: string) => void,
): Promise<Record<string, Figure>> => {
  const now = Date.now()
  const alone = await startAlone(fill(size, now), { entry: 'tests/bench/worker/claiming.ts' })
  try {
    const body = { email: 'admin@demo.test', password: DEMO_PASSWORD }
    const { token } = await call<{ token: string }>(alone.origin, 'POST', '/auth/login', undefined, body)
    const admin = asPerson(alone.origin, 'admin', token)
    const place = { origin: alone.origin, token }
    const ask = (campaigns: boolean): Promise<Claims> =>
      post(alone, '/bench/claims', { campaigns, times: size.calls, want: WANT })
    // the first claim of a Worker reads the settings, the keys and the plan of its statements
    await ask(false)
    const id = await make(admin)
    const { stepsMs, people, rowsWritten, bytes } = await post<Launched>(alone, '/bench/launch', { id })
    say(`${people} of ${size.rows} people written down in ${stepsMs.length} steps`)
    const [mine, standing]: [Claims[], Claims[]] = [[], []]
    for (let round = 0; round < size.rounds; round++) {
      for (const campaigns of round % 2 === 0 ? [true, false] : [false, true])
        (campaigns ? mine : standing).push(await ask(campaigns))
      say(`round ${round + 1} of ${size.rounds}: people of ${mine.at(-1)?.campaigns.length} campaigns`)
    }
    const reportMs: number[] = []
    for (let i = 0; i < REPORTS; i++) reportMs.push(await timed(() => admin.get(`/admin/campaign/${id}`)))
    let lines = 0
    const exportMs = await timed(async () => {
      lines = await exportLines(place, `/admin/campaign/export?id=${id}&format=csv`)
    })
    if (lines !== people + 1) throw new Error(`the export has ${lines} lines of ${people} people`)
    const rows = ({ claimed, claimRows, settleRows }: Claims): number => (claimRows + settleRows) / claimed
    const callMs = (of: Claims[]): number[] => of.map((one) => middleMs(one.callsMs))
    const told = (unit: string, value: number): Figure => figure(unit, [value], null, null)
    const launchMs = stepsMs.reduce((sum, ms) => sum + ms, 0)
    return {
      claimMs: figure(`ms a claim of ${WANT}, ${size.campaigns} campaigns`, callMs(mine), callMs(standing), {
        atMost: 1.3,
      }),
      rowsAMessage: figure(
        'rows written a message, from launch to its receipts',
        mine.map((one) => rows(one) + rowsWritten / people),
        standing.map(rows),
        { atMost: 11, own: true },
      ),
      longestStep: figure('ms of the longest step of a launch', [Math.max(...stepsMs)], null, { atMost: 200 }),
      launch: told(`s for ${people} people`, launchMs / 1_000),
      bytesAPerson: figure('bytes of D1 for a person who waits', [bytes / people], null, { atMost: 40 }),
      report: figure('ms for the report of one campaign', reportMs, null, null),
      exported: told(`s for the file of ${people} people`, exportMs / 1_000),
    }
  } finally {
    await alone.stop()
  }
}
