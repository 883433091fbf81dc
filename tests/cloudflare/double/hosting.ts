// Runs what was uploaded: the Worker's live version and the page's live deployment, in the real workerd, with the
// databases, buckets, queues and objects of the account. Everything outlives a new version, as on Cloudflare.
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Binding, PageDeployment, Project, Script, State, Upload, Version } from './state.ts'

type V4Worker = Record<string, unknown> & { name: string }
const text = new TextDecoder()

const modulesOf = (upload: Upload): object[] =>
  upload.modules
    .toSorted((a) => (a.name === upload.metadata.main_module ? -1 : 1))
    .map((module) => ({ type: 'ESModule', path: module.name, contents: text.decode(module.contents) }))

const named = (bindings: readonly Binding[], type: string, key: string): Record<string, string> =>
  Object.fromEntries(bindings.filter((b) => b.type === type).map((b) => [b.name, String(b[key])]))

/** Where a version's objects are: each has the code of one version at a time, and its rows whatever code that is. */
type Placed = { name: string; version: Version; objectsIn: string; hasQueues: boolean; port: number | null }
const workerOf = (script: Script, state: State, { name, version, objectsIn, hasQueues, port }: Placed): V4Worker => {
  const bindings = version.metadata.bindings ?? []
  const objects = bindings.filter((b) => b.type === 'durable_object_namespace')
  const consumers = state.queues.filter((queue) =>
    queue.consumers.some((c) => c['script_name'] === script.name || c['script'] === script.name),
  )
  const ofObject = (className: string): object =>
    objectsIn === name
      ? { className, useSQLite: true, unsafeUniqueKey: `${script.name}-${className}` }
      : { className, scriptName: objectsIn, useSQLite: true, unsafeUniqueKey: `${script.name}-${className}` }
  return {
    name,
    modules: modulesOf(version),
    compatibilityDate: version.metadata.compatibility_date,
    compatibilityFlags: version.metadata.compatibility_flags ?? [],
    bindings: {
      ...named(bindings, 'plain_text', 'text'),
      ...Object.fromEntries(version.secrets),
    },
    d1Databases: named(bindings, 'd1', 'id'),
    r2Buckets: named(bindings, 'r2_bucket', 'bucket_name'),
    queueProducers: named(bindings, 'queue', 'queue_name'),
    queueConsumers: hasQueues ? Object.fromEntries(consumers.map(({ name: of }) => [of, { maxBatchTimeout: 1 }])) : {},
    durableObjects: Object.fromEntries(objects.map((b) => [b.name, ofObject(String(b['class_name']))])),
    ...(port === null ? {} : { unsafeDirectSockets: [{ host: '127.0.0.1', port }] }),
  }
}
/** One call in so many goes to each version as its share says, and one that asks for a version of the deployment to that. */
const routerOf = (script: Script, shares: readonly { name: string; id: string; percent: number }[]): V4Worker => ({
  name: `${script.name}-router`,
  modules: [
    {
      type: 'ESModule',
      path: 'index.js',
      contents: `const shares = ${JSON.stringify(shares)}
let calls = 0
export default { fetch(request, env) {
  const said = request.headers.get('cloudflare-workers-version-overrides') ?? ''
  const wanted = shares.find(({ id }) => said.includes(${JSON.stringify(script.name)} + '="' + id + '"'))
  const chosen = wanted ?? ((calls++ * 37) % 100 < shares[0].percent ? shares[0] : shares[1])
  return env[chosen.name].fetch(request)
} }`,
    },
  ],
  serviceBindings: Object.fromEntries(shares.map(({ name }) => [name, name])),
  unsafeDirectSockets: [{ host: '127.0.0.1', port: script.port }],
})
/** Objects have the old code until the new version has half of the traffic: calls from new to old and from old to new both happen. */
const workersOf = (script: Script, state: State): V4Worker[] => {
  const shares = (script.deployments[0]?.shares ?? []).flatMap(({ versionId, percent }) => {
    const version = script.versions.find((one) => one.id === versionId)
    return version ? [{ version, percent }] : []
  })
  const [old, fresh] = shares
  if (!old) return []
  if (!fresh)
    return [
      workerOf(script, state, {
        name: script.name,
        version: old.version,
        objectsIn: script.name,
        hasQueues: true,
        port: script.port,
      }),
    ]
  const names = [`${script.name}-old`, `${script.name}-fresh`] as const
  const objectsIn = fresh.percent >= 50 ? names[1] : names[0]
  const placed = [old, fresh].map(({ version }, i) => {
    const name = names[i === 0 ? 0 : 1]
    return workerOf(script, state, { name, version, objectsIn, hasQueues: name === objectsIn, port: null })
  })
  const routed = [old, fresh].map(({ version, percent }, i) => ({
    name: names[i === 0 ? 0 : 1],
    id: version.id,
    percent,
  }))
  return [...placed, routerOf(script, routed)]
}
/** What answers for a Worker of this name. */
const doorOf = (state: State, name: string): string | null => {
  const shares = state.scripts.get(name)?.deployments[0]?.shares.length ?? 0
  if (shares === 0) return null
  return shares > 1 ? `${name}-router` : name
}

const typeOf = (state: State, hash: string): string => state.assets.get(hash)?.type ?? 'application/octet-stream'
/** The page's files stand in the code of a small Worker, as `env.ASSETS` of Pages would answer: for one that is missing with
 * the nearest 404.html above it, or else with the page. */
const assetsOf = (state: State, deployment: PageDeployment): string => {
  const files = Object.fromEntries(
    Object.entries(deployment.manifest).map(([path, hash]) => [
      path,
      [typeOf(state, hash), Buffer.from(state.assets.get(hash)?.bytes ?? []).toString('base64')],
    ]),
  )
  return `const files = ${JSON.stringify(files)}
export default { async fetch(request) {
  const path = new URL(request.url).pathname
  const answer = ([type, bytes], status) =>
    new Response(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)), { status, headers: { 'content-type': type } })
  if (files[path]) return answer(files[path], 200)
  for (let folder = path; folder !== ''; ) {
    folder = folder.slice(0, folder.lastIndexOf('/'))
    if (files[folder + '/404.html']) return answer(files[folder + '/404.html'], 404)
  }
  return files['/index.html'] ? answer(files['/index.html'], 200) : new Response('no such file', { status: 404 })
} }`
}
const pagesOf = (project: Project, state: State): V4Worker[] => {
  const live = project.deployments.find((d) => d.id === project.live)
  if (!live) return []
  const assets = `${project.name}-assets`
  const services = named(live.functions?.metadata.bindings ?? [], 'service', 'service')
  const known = Object.entries(services).flatMap(([binding, name]) => {
    const door = doorOf(state, name)
    return door === null ? [] : [[binding, door] as const]
  })
  return [
    { name: assets, modules: [{ type: 'ESModule', path: 'index.js', contents: assetsOf(state, live) }] },
    {
      name: project.name,
      modules: live.functions
        ? modulesOf(live.functions)
        : [
            {
              type: 'ESModule',
              path: 'index.js',
              contents: 'export default { fetch: (r, env) => env.ASSETS.fetch(r) }',
            },
          ],
      compatibilityDate: live.functions?.metadata.compatibility_date,
      serviceBindings: { ASSETS: assets, ...Object.fromEntries(known) },
      unsafeDirectSockets: [{ host: '127.0.0.1', port: project.port }],
    },
  ]
}

export class Hosting {
  readonly #state: State
  readonly #dir: string
  #miniflare: Miniflare | null = null
  #stale = true
  #last: Promise<unknown> = Promise.resolve()

  constructor(state: State, dir: string) {
    this.#state = state
    this.#dir = dir
  }

  /** What runs is no longer what was uploaded. */
  changed(): void {
    this.#stale = true
  }

  /** Brings up what is live now; a second caller waits for the first. */
  ready(): Promise<Miniflare> {
    const next = this.#last.then(async () => {
      if (this.#miniflare && !this.#stale) return this.#miniflare
      this.#stale = false
      const scripts = [...this.#state.scripts.values()].flatMap((script) => workersOf(script, this.#state))
      const pages = [...this.#state.projects.values()].flatMap((p) => pagesOf(p, this.#state))
      const vault: V4Worker = {
        name: 'databases',
        modules: [{ type: 'ESModule', path: 'index.js', contents: 'export default { fetch: () => new Response() }' }],
        d1Databases: Object.fromEntries(this.#state.databases.map((d) => [d.uuid, d.uuid])),
        r2Buckets: Object.fromEntries(this.#state.buckets.map((name) => [name, name])),
      }
      const options = {
        ...convertV4MiniflareOptions({ workers: [vault, ...scripts, ...pages] } as unknown as Parameters<
          typeof convertV4MiniflareOptions
        >[0]),
        resourcePersistencePath: join(this.#dir, 'v3'),
      }
      if (this.#miniflare) await this.#miniflare.setOptions(options)
      else this.#miniflare = new Miniflare(options)
      await this.#miniflare.ready
      return this.#miniflare
    })
    this.#last = next.catch(() => {})
    return next
  }

  async database(uuid: string): ReturnType<Miniflare['getD1Database']> {
    const miniflare = await this.ready()
    return miniflare.getD1Database(uuid, 'databases')
  }

  async bucket(name: string): ReturnType<Miniflare['getR2Bucket']> {
    const miniflare = await this.ready()
    return miniflare.getR2Bucket(name, 'databases')
  }

  async close(): Promise<void> {
    await this.#last
    await this.#miniflare?.dispose()
  }
}
