// What setting up would change, from what is there. Pure: running it again over its own result leaves nothing to do.
import type { Found } from '../account.ts'
import type { Resources } from '../environment.ts'
import { isLocked } from '../locks.ts'

export type Change =
  | {
      kind: 'database' | 'replication' | 'bucket' | 'locks' | 'queue' | 'page' | 'page-domain' | 'dns' | 'subdomain'
      name: string
    }
  | { kind: 'secrets'; names: string[] }

const named = (kind: Exclude<Change['kind'], 'secrets'>, names: readonly string[]): Change[] =>
  names.map((name) => ({ kind, name }))
const missing = (wanted: readonly string[], there: readonly string[]): string[] =>
  wanted.filter((name) => !there.includes(name))

/** In the order in which they are made: the database first, for its id; secrets last, for they make the Worker. */
export const planSetup = (
  resources: Resources,
  found: Found,
  wanted: {
    domain: string
    /** The host's record is missing, and can be made. */
    makesRecord: boolean
    subdomain: string
    replication: boolean
    secrets: readonly string[]
  },
): Change[] => {
  const secrets = missing(wanted.secrets, found.secrets ?? [])
  return [
    ...named('database', found.database ? [] : [resources.database]),
    ...named('replication', wanted.replication && found.database?.replication !== 'auto' ? [resources.database] : []),
    ...named('bucket', missing(resources.buckets, found.buckets)),
    ...named('locks', isLocked(found.locks) ? [] : [resources.backups]),
    ...named('queue', missing(resources.queues, found.queues)),
    ...named('page', found.page ? [] : [resources.page]),
    ...named('page-domain', missing([wanted.domain], found.page?.domains ?? [])),
    ...named('dns', wanted.makesRecord ? [wanted.domain] : []),
    ...named('subdomain', found.subdomain === null ? [wanted.subdomain] : []),
    ...(secrets.length > 0 ? [{ kind: 'secrets' as const, names: secrets }] : []),
  ]
}

const WORDS: Record<Exclude<Change['kind'], 'secrets'>, (name: string) => string> = {
  database: (name) => `create the D1 database ${name}`,
  replication: (name) => `switch read replication on for ${name}`,
  bucket: (name) => `create the R2 bucket ${name}`,
  locks: (name) => `lock backups (35 days) and journal (8 days) in the R2 bucket ${name}`,
  queue: (name) => `create the queue ${name}`,
  page: (name) => `create the Pages project ${name}`,
  'page-domain': (name) => `give the page the domain ${name}`,
  dns: (name) => `make the DNS record of ${name}: a proxied CNAME to the page`,
  subdomain: (name) => `take the workers.dev subdomain ${name}`,
}
export const sentence = (change: Change): string =>
  change.kind === 'secrets' ? `generate and upload ${change.names.join(', ')}` : WORDS[change.kind](change.name)
