// One deployed environment: what its resources are called, and its part of wrangler.toml. Bindings are not inherited by
// `[env.…]`, so each part is generated from the file's base and never edited by hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { parse, stringify, type TomlTable } from 'smol-toml'
import { z } from 'zod'
import { LOCATION_HINTS, USUAL_LOCATION } from '../../contract/ground/location-hints.ts'

const ENVIRONMENTS = ['production', 'staging'] as const
export type EnvironmentName = (typeof ENVIRONMENTS)[number]
/** @throws Error in one line when the flag is missing or names neither. */
export const environmentName = (value: string | undefined): EnvironmentName => {
  const found = ENVIRONMENTS.find((name) => name === value)
  if (!found) throw new Error(`--env is missing: ${ENVIRONMENTS.join(' or ')}`)
  return found
}

/** What a person must know, and nobody can look up. Secrets are not among them. */
export const answersSchema = z.object({
  /** Host of the page, e.g. `blast.example.com`. */
  domain: z.string().regex(/^(?=.{4,253}$)([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a host name such as blast.example.com'),
  turnstileSiteKey: z.string().min(10, 'must be the site key of a Turnstile widget'),
  mailFrom: z.email('must be an e-mail address'),
  /** `on`: the runners are containers of Cloudflare. `off`: an op runs the image elsewhere. */
  containers: z.enum(['on', 'off']),
  /** Where backups and journal go as well, any S3: absent, nowhere. */
  secondPlace: z
    .string()
    .regex(
      /^https:\/\/[^/?#\s]+(\/[^?#\s]*[^/?#\s])?$/,
      'must be https:// and the endpoint with the bucket, without a / at its end',
    )
    .optional(),
  secondRegion: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .optional(),
  /** Where new objects are made; a part of an older setup does not say it. */
  location: z.enum(LOCATION_HINTS).default(USUAL_LOCATION),
})
export type Answers = z.infer<typeof answersSchema>

/** What Cloudflare gave: known only after it was made. */
export type Given = { databaseId: string; subdomain: string }

const baseSchema = z.looseObject({
  name: z.string(),
  vars: z.record(z.string(), z.string()),
  d1_databases: z.array(z.looseObject({ binding: z.string(), database_name: z.string(), database_id: z.string() })),
  r2_buckets: z.array(z.looseObject({ binding: z.string(), bucket_name: z.string() })),
  containers: z.array(z.looseObject({ name: z.string() })).optional(),
  analytics_engine_datasets: z.array(z.object({ binding: z.string(), dataset: z.string() })),
  queues: z.object({
    producers: z.array(z.looseObject({ binding: z.string(), queue: z.string() })),
    consumers: z.array(z.looseObject({ queue: z.string(), dead_letter_queue: z.string().optional() })),
  }),
})
export type Base = z.infer<typeof baseSchema>

/** Keys that every environment inherits, or that concern a local run alone. */
const INHERITED = new Set([
  'main',
  'compatibility_date',
  'compatibility_flags',
  'send_metrics',
  'placement',
  'dev',
  'triggers',
  'migrations',
  'observability',
  'workers_dev',
  'preview_urls',
  'env',
])

const marks = (name: EnvironmentName): { open: string; close: string } => ({
  open: `# >>> ${name}: written by \`npm run setup -- --env ${name}\` from the part above; edits here are lost`,
  close: `# <<< ${name}`,
})

export class WranglerFile {
  readonly path: string
  constructor(path: string) {
    this.path = path
  }
  #text(): string {
    return readFileSync(this.path, 'utf8')
  }
  /** The part that every environment is made from. */
  base(): Base {
    return baseSchema.parse(parse(this.#text()))
  }
  /** This environment's part as it stands; null before the first setup. */
  part(name: EnvironmentName): TomlTable | null {
    const { env } = parse(this.#text())
    const part = typeof env === 'object' && !Array.isArray(env) ? (env as TomlTable)[name] : undefined
    return part === undefined ? null : (part as TomlTable)
  }
  write(name: EnvironmentName, part: TomlTable): void {
    const { open, close } = marks(name)
    const text = this.#text()
    const block = `${open}\n${stringify({ env: { [name]: part } }).trim()}\n${close}\n`
    const at = text.indexOf(open)
    const rest = at < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, at)
    const after = at < 0 ? '' : text.slice(text.indexOf(close, at) + close.length + 1)
    writeFileSync(this.path, `${rest}${block}${after}`)
  }
}

/** Production has the plain names; another environment's end in its own. */
export const suffixOf = (name: EnvironmentName): string => (name === 'production' ? '' : `-${name}`)

export type Resources = {
  worker: string
  page: string
  database: string
  buckets: string[]
  /** The one of them that has the backups. */
  backups: string
  queues: string[]
}
export const resourcesOf = (base: Base, name: EnvironmentName): Resources => {
  const suffix = suffixOf(name)
  const queues = base.queues.consumers.flatMap((consumer) => [consumer.queue, consumer.dead_letter_queue ?? []].flat())
  return {
    worker: `${base.name}${suffix}`,
    page: `${base.d1_databases[0]?.database_name ?? ''}${suffix}`,
    database: `${base.d1_databases[0]?.database_name ?? ''}${suffix}`,
    buckets: base.r2_buckets.map((bucket) => `${bucket.bucket_name}${suffix}`),
    backups: `${base.r2_buckets.find(({ binding }) => binding === 'BACKUPS')?.bucket_name ?? ''}${suffix}`,
    queues: [...new Set([...base.queues.producers.map((p) => p.queue), ...queues])].map((queue) => `${queue}${suffix}`),
  }
}

const workerAddress = (resources: Resources, subdomain: string): string =>
  `https://${resources.worker}.${subdomain}.workers.dev`

/** The whole `[env.NAME]`: every binding of the base under this environment's names, with its ids and vars. */
export const partOf = (base: Base, name: EnvironmentName, answers: Answers, given: Given): TomlTable => {
  const suffix = suffixOf(name)
  const resources = resourcesOf(base, name)
  const rest = Object.fromEntries(Object.entries(base).filter(([key]) => !INHERITED.has(key) && key !== 'containers'))
  // Without them nothing of the deploy needs an engine that builds images.
  const containers = answers.containers === 'on' ? (base.containers ?? []) : []
  return {
    ...(rest as TomlTable),
    ...(containers.length === 0 ? {} : { containers: containers.map((c) => ({ ...c, name: `${c.name}${suffix}` })) }),
    name: resources.worker,
    workers_dev: true,
    // a preview of a version would work on this environment's database
    preview_urls: false,
    vars: {
      ...base.vars,
      APP_ENV: 'production',
      APP_ORIGIN: `https://${answers.domain}`,
      TURNSTILE_SITE_KEY: answers.turnstileSiteKey,
      MAIL_FROM: answers.mailFrom,
      WORKER_URL: workerAddress(resources, given.subdomain),
      RUNNERS_ON_CONTAINERS: answers.containers,
      ...(answers.secondPlace ? { SECOND_S3_ADDRESS: answers.secondPlace } : {}),
      ...(answers.secondPlace && answers.secondRegion ? { SECOND_S3_REGION: answers.secondRegion } : {}),
      LOCATION_HINT: answers.location,
    },
    d1_databases: base.d1_databases.map((d) => ({
      ...d,
      database_name: `${d.database_name}${suffix}`,
      database_id: given.databaseId,
    })) as TomlTable[],
    r2_buckets: base.r2_buckets.map((b) => ({ ...b, bucket_name: `${b.bucket_name}${suffix}` })) as TomlTable[],
    // a dataset's name has no hyphen
    analytics_engine_datasets: base.analytics_engine_datasets.map((d) => ({
      ...d,
      dataset: `${d.dataset}${suffix.replace('-', '_')}`,
    })),
    queues: {
      producers: base.queues.producers.map((p) => ({ ...p, queue: `${p.queue}${suffix}` })) as TomlTable[],
      consumers: base.queues.consumers.map((c) => ({
        ...c,
        queue: `${c.queue}${suffix}`,
        ...(c.dead_letter_queue === undefined ? {} : { dead_letter_queue: `${c.dead_letter_queue}${suffix}` }),
      })) as TomlTable[],
    },
  }
}

/** What was answered before, read back from the part; missing ones are asked. */
export const answersIn = (part: TomlTable | null): Partial<Answers> => {
  const vars = z.record(z.string(), z.string()).catch({}).parse(part?.['vars'])
  const shape = answersSchema.partial().safeParse({
    ...(vars['APP_ORIGIN'] ? { domain: vars['APP_ORIGIN'].replace(/^https:\/\//, '') } : {}),
    ...(vars['TURNSTILE_SITE_KEY'] ? { turnstileSiteKey: vars['TURNSTILE_SITE_KEY'] } : {}),
    ...(vars['MAIL_FROM'] ? { mailFrom: vars['MAIL_FROM'] } : {}),
    ...(vars['SECOND_S3_ADDRESS'] ? { secondPlace: vars['SECOND_S3_ADDRESS'] } : {}),
    ...(vars['SECOND_S3_REGION'] ? { secondRegion: vars['SECOND_S3_REGION'] } : {}),
    ...(vars['LOCATION_HINT'] ? { location: vars['LOCATION_HINT'] } : {}),
    ...(vars['RUNNERS_ON_CONTAINERS'] ? { containers: vars['RUNNERS_ON_CONTAINERS'] } : {}),
  })
  return shape.success ? shape.data : {}
}
