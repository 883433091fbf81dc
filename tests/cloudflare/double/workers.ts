// The API's Workers: uploads, versions, deployments, secrets, subdomain, crons.
import { Hono } from 'hono'
import { list, ok, refuse } from './answers.ts'
import type { Hosting } from './hosting.ts'
import {
  type Binding,
  liveVersionOf,
  type Metadata,
  type Module,
  type Script,
  type Share,
  type State,
  type Upload,
  type Version,
} from './state.ts'

/** The parts of an uploaded bundle: one of them says what the others are. */
export const readUpload = async (form: FormData): Promise<Upload> => {
  const metadata = JSON.parse(await partText(form.get('metadata'))) as Metadata
  const modules: Module[] = []
  for (const [name, part] of form) {
    if (name === 'metadata' || typeof part === 'string') continue
    if (part.type.includes('source-map') || part.name.endsWith('.map')) continue
    modules.push({ name: part.name, type: part.type, contents: new Uint8Array(await part.arrayBuffer()) })
  }
  return { metadata, modules }
}
const partText = async (part: FormDataEntryValue | null): Promise<string> =>
  typeof part === 'string' ? part : part === null ? '{}' : part.text()

const shownVersion = (version: Version): object => ({
  id: version.id,
  number: version.number,
  metadata: {
    created_on: version.createdOn,
    modified_on: version.createdOn,
    source: 'wrangler',
    author_email: 'op@example.com',
  },
  annotations: version.metadata.annotations ?? {},
  resources: {
    bindings: version.metadata.bindings ?? [],
    script: { etag: version.id, handlers: ['fetch'], last_deployed_from: 'wrangler' },
    script_runtime: { compatibility_date: version.metadata.compatibility_date, usage_model: 'standard' },
  },
})

export const workers = (state: State, hosting: Hosting, freePort: () => number): Hono => {
  const app = new Hono()
  const scriptOf = (name: string): Script => {
    const known = state.scripts.get(name)
    if (known) return known
    const made: Script = {
      name,
      port: freePort(),
      versions: [],
      deployments: [],
      secrets: new Map(),
      migrationTag: undefined,
      settings: {},
      onWorkersDev: false,
      crons: [],
    }
    state.scripts.set(name, made)
    return made
  }
  /** wrangler sends no binding again that it finds on the Worker: it says that the one of this name stays. */
  const inherited = (script: Script, { metadata }: Upload): Metadata => {
    const before = script.versions.at(-1)?.metadata.bindings ?? []
    const whole = (b: Binding): Binding =>
      b.type === 'inherit' ? (before.find(({ name }) => name === b.name) ?? b) : b
    return { ...metadata, ...(metadata.bindings ? { bindings: metadata.bindings.map(whole) } : {}) }
  }
  const addVersion = (script: Script, upload: Upload): Version => {
    const version = {
      ...upload,
      metadata: inherited(script, upload),
      id: state.uuid(),
      number: script.versions.length + 1,
      createdOn: new Date().toISOString(),
      secrets: new Map(script.secrets),
    }
    script.versions.push(version)
    if (upload.metadata.migrations) script.migrationTag = upload.metadata.migrations.new_tag
    return version
  }
  const deploy = (script: Script, shares: Share[], message: string): string => {
    const id = state.uuid()
    script.deployments.unshift({ id, shares, createdOn: new Date().toISOString(), message })
    hosting.changed()
    return id
  }
  const allOf = (versionId: string): Share[] => [{ versionId, percent: 100 }]
  const missing = 'This Worker does not exist on your account.'

  app.get('/services/:name', (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_090, missing)
    const environment = {
      environment: 'production',
      script: { id: script.name, last_deployed_from: 'wrangler', migration_tag: script.migrationTag },
    }
    return ok(c, { id: script.name, default_environment: environment, environments: [environment] })
  })
  app.get('/scripts', (c) =>
    list(
      c,
      [...state.scripts.values()].map((s) => ({ id: s.name, migration_tag: s.migrationTag })),
    ),
  )
  app.put('/scripts/:name', async (c) => {
    const script = scriptOf(c.req.param('name'))
    const version = addVersion(script, await readUpload(await c.req.formData()))
    const deployment = deploy(script, allOf(version.id), version.metadata.annotations?.['workers/message'] ?? '')
    return ok(c, {
      id: script.name,
      tag: script.name,
      etag: version.id,
      deployment_id: deployment,
      startup_time_ms: 12,
      entry_point: version.metadata.main_module,
    })
  })
  app.post('/scripts/:name/versions', async (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    const version = addVersion(script, await readUpload(await c.req.formData()))
    return ok(c, { ...shownVersion(version), startup_time_ms: 12 })
  })
  app.get('/scripts/:name/versions', (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    const isFirst = Number(c.req.query('page') ?? 1) === 1
    return ok(c, { items: isFirst ? script.versions.toReversed().map(shownVersion) : [] })
  })
  app.get('/scripts/:name/versions/:id', (c) => {
    const version = state.scripts.get(c.req.param('name'))?.versions.find((v) => v.id === c.req.param('id'))
    return version ? ok(c, shownVersion(version)) : refuse(c, 404, 10_007, 'no such version')
  })
  app.get('/scripts/:name/deployments', (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    const deployments = script.deployments.map((d) => ({
      id: d.id,
      created_on: d.createdOn,
      source: 'wrangler',
      strategy: 'percentage',
      author_email: 'op@example.com',
      annotations: { 'workers/message': d.message, 'workers/triggered_by': 'deployment' },
      versions: d.shares.map(({ versionId, percent }) => ({ version_id: versionId, percentage: percent })),
    }))
    return ok(c, { deployments })
  })
  app.post('/scripts/:name/deployments', async (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    const body = await c.req.json<{
      versions: { version_id: string; percentage: number }[]
      annotations?: Record<string, string>
    }>()
    const shares = body.versions.map(({ version_id: versionId, percentage: percent }) => ({ versionId, percent }))
    const sum = shares.reduce((all, { percent }) => all + percent, 0)
    if (shares.length === 0 || shares.length > 2 || sum !== 100 || shares.some(({ percent }) => !(percent >= 0)))
      return refuse(c, 400, 10_021, 'Invalid versions: at most two, and their percentages must add up to 100.')
    const targets = shares.map(({ versionId }) => script.versions.find((v) => v.id === versionId))
    if (targets.includes(undefined)) return refuse(c, 400, 10_021, 'no such version')
    const live = liveVersionOf(script)
    const secretNames = new Set([...targets, live].flatMap((one) => [...(one?.secrets.keys() ?? [])]))
    const isChanged = (name: string): boolean =>
      targets.some((target) => target?.secrets.get(name) !== live?.secrets.get(name))
    const changed = [...secretNames].filter(isChanged)
    if (changed.length > 0 && c.req.query('force') !== 'true')
      return refuse(c, 400, 10_220, `The following secrets have changed: ${changed.join(', ')}`)
    return ok(c, { id: deploy(script, shares, body.annotations?.['workers/message'] ?? '') })
  })
  app.patch('/scripts/:name/script-settings', async (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    Object.assign(script.settings, await c.req.json<Record<string, unknown>>())
    return ok(c, script.settings)
  })
  app.get('/scripts/:name/secrets', (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    return ok(
      c,
      [...script.secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
    )
  })
  app.get('/scripts/:name/settings', (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    const bindings = script.versions.at(-1)?.metadata.bindings ?? []
    return ok(c, {
      bindings: [...bindings, ...[...script.secrets.keys()].map((name) => ({ name, type: 'secret_text' }))],
    })
  })
  /** `wrangler secret bulk`: what is named is set, what is null is deleted, what is not named stays. */
  app.patch('/scripts/:name/secrets-bulk', async (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    const live = liveVersionOf(script)
    if (live && live !== script.versions.at(-1))
      return refuse(c, 400, 10_215, 'Secret edit failed: the latest version of the Worker is not deployed.')
    const { secrets } = await c.req.json<{ secrets: Record<string, { text: string } | null> }>()
    for (const [name, secret] of Object.entries(secrets)) {
      if (secret === null) script.secrets.delete(name)
      else script.secrets.set(name, secret.text)
    }
    if (live) {
      const metadata = { ...live.metadata, annotations: { 'workers/triggered_by': 'secret' } }
      deploy(script, allOf(addVersion(script, { ...live, metadata }).id), '')
    }
    return ok(c, { secrets: [...script.secrets.keys()].map((name) => ({ name, type: 'secret_text' })) })
  })
  /** The newer way to the same Worker; wrangler sets its workers.dev address here. */
  const shownWorker = (script: Script): object => ({
    id: script.name,
    name: script.name,
    subdomain: { enabled: script.onWorkersDev, previews_enabled: false },
    observability: {},
    tags: [],
  })
  app.get('/workers/:name', (c) => {
    const script = state.scripts.get(c.req.param('name'))
    return script ? ok(c, shownWorker(script)) : refuse(c, 404, 10_007, missing)
  })
  app.patch('/workers/:name', async (c) => {
    const script = state.scripts.get(c.req.param('name'))
    if (!script) return refuse(c, 404, 10_007, missing)
    const { subdomain } = await c.req.json<{ subdomain?: { enabled?: boolean } }>()
    script.onWorkersDev = subdomain?.enabled ?? script.onWorkersDev
    return ok(c, shownWorker(script))
  })
  app.get('/subdomain', (c) =>
    state.subdomain === null ? refuse(c, 404, 10_007, 'no subdomain yet') : ok(c, { subdomain: state.subdomain }),
  )
  app.put('/subdomain', async (c) => {
    state.subdomain = (await c.req.json<{ subdomain: string }>()).subdomain
    return ok(c, { subdomain: state.subdomain })
  })
  app.get('/scripts/:name/subdomain', (c) =>
    ok(c, { enabled: state.scripts.get(c.req.param('name'))?.onWorkersDev ?? false, previews_enabled: false }),
  )
  app.post('/scripts/:name/subdomain', async (c) => {
    const { enabled } = await c.req.json<{ enabled: boolean }>()
    scriptOf(c.req.param('name')).onWorkersDev = enabled
    return ok(c, { enabled, previews_enabled: false })
  })
  app.put('/scripts/:name/schedules', async (c) => {
    const crons = await c.req.json<{ cron: string }[]>()
    scriptOf(c.req.param('name')).crons = crons.map((entry) => entry.cron)
    return ok(c, { schedules: crons })
  })
  app.get('/scripts/:name/schedules', (c) =>
    ok(c, { schedules: (state.scripts.get(c.req.param('name'))?.crons ?? []).map((cron) => ({ cron })) }),
  )
  return app
}
