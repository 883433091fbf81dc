// The product's Worker with a door for the campaign benchmark: it launches, claims and settles by the product's own functions on its D1, and tells how
// long each step took and how many rows it wrote.
import { bitsOf } from '../../../contract/ground/came.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/ground/time.ts'
import { connect, runBatch } from '../../../domain/ground/db/connection.ts'
import { settleBatches } from '../../../domain/money/settlement/settle-batches.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { claimNumbers } from '../../../domain/sending/blast/store.ts'
import { continueLaunch } from '../../../domain/sending/campaigns/launch-store.ts'
import { beginLaunch, campaignById } from '../../../domain/sending/campaigns/store.ts'
import type { Env } from '../../../worker/env.ts'
import product from '../../../worker/index.ts'
import type { Claims, Launched } from '../campaign-told.ts'

export * from '../../../worker/index.ts'

let written = 0
let bytes = 0
/** D1, with the rows that it wrote added up. */
const counted = (d1: D1Database): D1Database =>
  new Proxy(d1, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (key !== 'batch') return typeof value === 'function' ? (value.bind(target) as unknown) : value
      return async (statements: D1PreparedStatement[]) => {
        const answers = await target.batch(statements)
        for (const { meta } of answers) {
          written += meta.rows_written
          bytes = meta.size_after
        }
        return answers
      }
    },
  })

/** All steps of one launch, each by itself. */
const launch = async (env: Env, id: number): Promise<Launched> => {
  const db = connect(counted(env.DB))
  const now = Date.now()
  written = 0
  await runBatch(db, beginLaunch(db, id, { segmentName: null, rule: null, by: 'a', now }))
  const before = bytes
  const stepsMs: number[] = []
  for (;;) {
    let steps = 1
    const began = Date.now()
    await continueLaunch(db, id, began, () => steps-- > 0)
    stepsMs.push(Date.now() - began)
    const row = await campaignById(db, id)
    if (row?.state !== 'launching')
      return { stepsMs, people: row?.people ?? 0, rowsWritten: written, bytes: bytes - before }
  }
}
/** Of each message that it is delivered and was read, as one quarter of an hour tells it. */
const cameOf = (numbers: readonly { id: number; campaign?: number }[], now: number) => {
  const byCampaign = Map.groupBy(
    numbers.flatMap(({ id, campaign }) => (campaign === undefined ? [] : [{ id, campaign }])),
    ({ campaign }) => campaign,
  )
  const bits = bitsOf({ delivered: true, read: true })
  const of = [...byCampaign].map(([campaign, people]) => ({ campaign, people }))
  return {
    reached: of.map(({ campaign, people: { length } }) => ({
      campaign,
      hour: Math.floor(now / HOUR_MS) * HOUR_MS,
      templateId: '',
      delivered: length,
      read: length,
      answered: 0,
    })),
    came: Object.fromEntries(
      of.map(({ campaign, people }) => [campaign, Object.fromEntries(people.map(({ id }) => [id, bits]))]),
    ),
  }
}
/** Claims of one account, and the settlement of all that they brought: messages, and what came of them. */
const claims = async (env: Env, asked: { campaigns: boolean; times: number; want: number }): Promise<Claims> => {
  const db = connect(counted(env.DB))
  const [accountId, userId] = ['a1', 'u1']
  const all: Claims = { callsMs: [], claimed: 0, claimRows: 0, settled: 0, settleRows: 0, campaigns: [] }
  // a claim's number is larger than that of any before, and so is a batch's
  const first = Date.now()
  const seen = new Set<number>()
  for (let i = 0; i < asked.times; i++) {
    const now = Date.now()
    written = 0
    const { numbers } = await claimNumbers(db, {
      accountId,
      userId,
      want: asked.want,
      now,
      runStartedAt: now + DAY_MS,
      count: false,
      claim: first + i,
      campaigns: asked.campaigns,
    })
    all.callsMs.push(Date.now() - now)
    all.claimed += numbers.length
    all.claimRows += written
    written = 0
    for (const { campaign } of numbers) if (campaign !== undefined) seen.add(campaign)
    const done = {
      templateId: null,
      priceSen: 100,
      from: 'none',
      to: 'success',
      notRegistered: false,
      at: now,
    } as const
    const results = numbers.map(({ id, campaign }) => ({
      ...done,
      attemptId: `bench-${first + i}-${id}`,
      numberId: id,
      attemptedAt: now,
      ...(campaign === undefined ? {} : { campaign }),
    }))
    const ports = {
      db,
      hashKeys: hashRing(env),
      dropNumber: () => Promise.resolve(),
      numberOf: () => Promise.resolve(null),
    }
    const batch = { accountId, userId, sequence: first + i, results, reversals: [], ...cameOf(numbers, now) }
    const { confirmed, problems } = await settleBatches(ports, [batch], now)
    if (confirmed.length !== 1) throw new Error(`not settled: ${problems.join()}`)
    all.settled += results.length
    all.settleRows += written
  }
  return { ...all, campaigns: [...seen] }
}

export default {
  ...product,
  fetch: async (request, env, ctx) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/bench/launch') return Response.json(await launch(env, (await request.json<{ id: number }>()).id))
    if (pathname === '/bench/claims') return Response.json(await claims(env, await request.json()))
    return product.fetch(request, env, ctx)
  },
} satisfies ExportedHandler<Env>
