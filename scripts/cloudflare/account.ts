// The Cloudflare account: what of ours is there, read once, and the words for a token that may not look.
import Cloudflare from 'cloudflare'
import type { Resources } from './environment.ts'
import { type LockRule, rulesOf } from './locks.ts'

export type Account = { client: Cloudflare; id: string }

/** The rights a token needs, by what they are for. Cloudflare's own names, as its dashboard shows them. */
export const SCOPES = {
  database: 'Account · D1 · Edit',
  buckets: 'Account · Workers R2 Storage · Edit',
  queues: 'Account · Queues · Edit',
  worker: 'Account · Workers Scripts · Edit',
  page: 'Account · Cloudflare Pages · Edit',
  containers: 'Account · Containers · Edit',
  zone: 'Zone · Zone · Read',
  dns: 'Zone · DNS · Edit',
} as const
type Scope = keyof typeof SCOPES
/** Cloudflare's codes for what somebody must enable in an account first. */
export const NOT_ENABLED = { r2: 10_042, analyticsEngine: 10_089 } as const
export const ENABLE_R2 = 'enable it in the dashboard (R2 Object Storage), which asks for a payment method'

/** null: no token is given. @throws Error in one line when only half of it is. */
export const accountOf = (env: Record<string, string | undefined>): Account | null => {
  const token = env['CLOUDFLARE_API_TOKEN']
  if (!token) return null
  const id = env['CLOUDFLARE_ACCOUNT_ID']
  if (!id) throw new Error('CLOUDFLARE_ACCOUNT_ID is missing: the dashboard shows it at Workers & Pages')
  const address = env['CLOUDFLARE_API_BASE_URL']
  return { id, client: new Cloudflare({ apiToken: token, ...(address ? { baseURL: address } : {}) }) }
}

export type Found = {
  database: { id: string; replication: string } | null
  buckets: string[]
  /** Rules of the backups' bucket, no matter who made them. */
  locks: LockRule[]
  queues: string[]
  /** address: its own host, without the domains that it was given. */
  page: { domains: string[]; address: string } | null
  subdomain: string | null
  /** Names of the Worker's secrets; null: there is no Worker yet. */
  secrets: string[] | null
}
export const NOTHING: Found = {
  database: null,
  buckets: [],
  locks: [],
  queues: [],
  page: null,
  subdomain: null,
  secrets: null,
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof Cloudflare.APIError ? (error.status as number | undefined) : undefined
/** A refusal of what is not enabled has the same status as one for a right that the token lacks. */
export const isRefusedWith = (error: unknown, code: number): boolean =>
  error instanceof Cloudflare.APIError && error.errors.some((one) => one.code === code)
export const orNull = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read
  } catch (error) {
    if (statusOf(error) === 404) return null
    throw error
  }
}
export const all = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = []
  for await (const item of pages) items.push(item)
  return items
}

export class MissingScopes extends Error {
  constructor(scopes: readonly Scope[]) {
    super(`the token lacks: ${scopes.map((scope) => SCOPES[scope]).join(', ')}`)
  }
}

export const REFUSED_TOKEN = 'Cloudflare refuses this token: it is wrong, expired or revoked'
/** Reads only. @throws MissingScopes with everything the token may not read, Error when the token itself is refused. */
export const readAccount = async ({ client, id }: Account, resources: Resources): Promise<Found> => {
  const of = { account_id: id }
  const lacking: Scope[] = []
  const guarded = async <T>(scope: Scope, read: Promise<T>, none: T): Promise<T> => {
    try {
      return await read
    } catch (error) {
      const status = statusOf(error)
      if (status === 401) throw new Error(REFUSED_TOKEN, { cause: error })
      if (status !== 403) throw error
      if (isRefusedWith(error, NOT_ENABLED.r2))
        throw new Error(`R2 is not enabled in this account: ${ENABLE_R2}`, { cause: error })
      if (!lacking.includes(scope)) lacking.push(scope)
      return none
    }
  }
  const [databases, buckets, locks, queues, page, domains, subdomain, secrets] = await Promise.all([
    guarded('database', all(client.d1.database.list({ ...of, name: resources.database })), []),
    guarded('buckets', client.r2.buckets.list({ ...of, per_page: 1000 }), { buckets: [] }),
    guarded('buckets', orNull(client.r2.buckets.locks.get(resources.backups, of)), null),
    guarded('queues', all(client.queues.list(of)), []),
    guarded('page', orNull(client.pages.projects.get(resources.page, of)), null),
    guarded('page', orNull(all(client.pages.projects.domains.list(resources.page, of))), null),
    guarded('worker', orNull(client.workers.subdomains.get(of)), null),
    guarded('worker', orNull(all(client.workers.scripts.secrets.list(resources.worker, of))), null),
  ])
  if (lacking.length > 0) throw new MissingScopes(lacking)
  const database = databases.find((d) => d.name === resources.database)
  const known = database?.uuid ? await client.d1.database.get(database.uuid, of) : null
  return {
    database: database?.uuid ? { id: database.uuid, replication: known?.read_replication?.mode ?? 'disabled' } : null,
    buckets: (buckets.buckets ?? []).flatMap((bucket) => bucket.name ?? []),
    locks: rulesOf(locks),
    queues: queues.flatMap((queue) => queue.queue_name ?? []),
    page: page
      ? {
          domains: (domains ?? []).flatMap((domain) => domain.name ?? []),
          address: page.subdomain ?? `${resources.page}.pages.dev`,
        }
      : null,
    subdomain: subdomain?.subdomain ?? null,
    secrets: secrets?.flatMap((secret) => secret.name) ?? null,
  }
}
