// Plan, R2, database, queues and their consumers.
import type Cloudflare from 'cloudflare'
import { all, ENABLE_R2, isRefusedWith, NOT_ENABLED, orNull, SCOPES } from '../account.ts'
import { suffixOf } from '../environment.ts'
import { isLocked, rulesOf } from '../locks.ts'
import { deployOf, type Examined, setupOf } from './examined.ts'
import { asking, type Finding, judged, missing, there } from './finding.ts'
import { LOOKING } from './scopes.ts'

/** Cloudflare's own name of the plan. */
const PAID_PLAN = 'workers_paid'
const planFinding = async ({ account: { client, id } }: Examined): Promise<Finding> => {
  const answer = await asking(LOOKING.billing, all(client.accounts.subscriptions.get({ account_id: id })))
  return judged('plan', answer, (subscriptions) => {
    const plans = subscriptions.map(({ rate_plan: plan }) => ({ ...plan, id: String(plan?.id ?? '') }))
    if (plans.some((plan) => plan.id === PAID_PLAN)) return there('Workers Paid')
    if (plans.some((plan) => plan.is_contract))
      return { state: 'unknown', says: 'the account has a contract; whether it has Workers Paid stands there' }
    return missing('Cloudflare lists no Workers Paid', 'take it (dashboard, Workers & Pages, Plans)')
  })
}

const bucketsOf = async (client: Cloudflare, id: string): Promise<string[] | null> => {
  try {
    const { buckets } = await client.r2.buckets.list({ account_id: id, per_page: 1000 })
    return (buckets ?? []).flatMap((bucket) => bucket.name ?? [])
  } catch (error) {
    if (isRefusedWith(error, NOT_ENABLED.r2)) return null
    throw error
  }
}
const bucketFindings = async (examined: Examined): Promise<Finding[]> => {
  const { client, id } = examined.account
  const answer = await asking(SCOPES.buckets, bucketsOf(client, id))
  if ('said' in answer && answer.said === null)
    return [{ what: 'R2', ...missing('is not enabled in this account', ENABLE_R2) }]
  const enabled = judged('R2', answer, () => there('is enabled'))
  const buckets = judged('buckets', answer, (names) =>
    allOf(examined.resources.buckets, names ?? [], setupOf(examined)),
  )
  if (!('said' in answer)) return [enabled]
  const rules = await asking(
    SCOPES.buckets,
    orNull(client.r2.buckets.locks.get(examined.resources.backups, { account_id: id })),
  )
  const locks = judged('locks of the backups', rules, (said) =>
    isLocked(rulesOf(said))
      ? there(`${examined.resources.backups} keeps what is written`)
      : missing(`${examined.resources.backups} lets backups be deleted`, setupOf(examined)),
  )
  return [enabled, buckets, locks]
}

const allOf = (wanted: readonly string[], found: readonly string[], mend: string): Omit<Finding, 'what'> => {
  const lost = wanted.filter((name) => !found.includes(name))
  return lost.length === 0 ? there(wanted.join(', ')) : missing(`there is no ${lost.join(', ')}`, mend)
}

const databaseFinding = async (examined: Examined): Promise<Finding> => {
  const { account, resources } = examined
  const list = account.client.d1.database.list({ account_id: account.id, name: resources.database })
  return judged('database', await asking(SCOPES.database, all(list)), (databases) =>
    allOf(
      [resources.database],
      databases.flatMap(({ name }) => name ?? []),
      setupOf(examined),
    ),
  )
}

type Queue = Cloudflare.Queues.Queue
/** Lists of queues say `script` in place of the published `script_name`. */
const consumerOf = (queue: Queue | undefined): string | undefined => {
  const consumer = queue?.consumers?.[0] as { script_name?: string; script?: string; service?: string } | undefined
  return consumer && (consumer.script_name ?? consumer.script ?? consumer.service ?? 'what is no Worker')
}
const queueFindings = async (examined: Examined): Promise<Finding[]> => {
  const { account, resources, base } = examined
  const answer = await asking(SCOPES.queues, all(account.client.queues.list({ account_id: account.id })))
  const queues = judged('queues', answer, (found) =>
    allOf(
      resources.queues,
      found.flatMap((queue) => queue.queue_name ?? []),
      setupOf(examined),
    ),
  )
  if (!('said' in answer)) return [queues]
  const wanted = base.queues.consumers.map(({ queue }) => `${queue}${suffixOf(examined.name)}`)
  const consumers = judged('queue consumers', answer, (found) => {
    const others = wanted.flatMap((name) => {
      const consumer = consumerOf(found.find((queue) => queue.queue_name === name))
      return consumer === resources.worker ? [] : `${name} is read by ${consumer ?? 'nobody'}`
    })
    return others.length === 0
      ? there(`${resources.worker} reads ${wanted.join(', ')}`)
      : missing(others.join(', '), deployOf(examined))
  })
  return [queues, consumers]
}

export const storageFindings = async (examined: Examined): Promise<Finding[]> =>
  (
    await Promise.all([
      planFinding(examined),
      bucketFindings(examined),
      databaseFinding(examined),
      queueFindings(examined),
    ])
  ).flat()
