// The API's Pages: projects, their files, deployments and rollback.
import { Hono } from 'hono'
import { list, ok, refuse } from './answers.ts'
import type { Hosting } from './hosting.ts'
import type { PageDeployment, Project, State } from './state.ts'
import { readUpload } from './workers.ts'

const DAY_S = 86_400
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** wrangler reads its end and how many files it allows. */
const uploadToken = (): string =>
  `${base64url({ alg: 'none' })}.${base64url({ exp: Math.floor(Date.now() / 1000) + DAY_S, max_file_count_allowed: 20_000 })}.x`

const shownDeployment = (project: Project, deployment: PageDeployment): object => ({
  id: deployment.id,
  short_id: deployment.id.slice(-8),
  project_name: project.name,
  environment: deployment.branch === project.productionBranch ? 'production' : 'preview',
  url: `https://${deployment.id.slice(-8)}.${project.name}.pages.dev`,
  created_on: deployment.createdOn,
  latest_stage: { name: 'deploy', status: 'success' },
  stages: [{ name: 'deploy', status: 'success' }],
  deployment_trigger: {
    metadata: {
      branch: deployment.branch,
      commit_hash: deployment.commitHash,
      commit_message: deployment.commitMessage,
    },
  },
  aliases: [],
})
const liveOf = (project: Project): object | null => {
  const live = project.deployments.find((d) => d.id === project.live)
  return live ? shownDeployment(project, live) : null
}
const shownProject = (project: Project): object => ({
  id: project.name,
  name: project.name,
  subdomain: `${project.name}.pages.dev`,
  domains: [`${project.name}.pages.dev`, ...project.domains],
  production_branch: project.productionBranch,
  created_on: new Date(0).toISOString(),
  canonical_deployment: liveOf(project),
  deployment_configs: { production: {}, preview: {} },
})

export const pages = (state: State, hosting: Hosting, freePort: () => number): Hono => {
  const app = new Hono()
  const missing = 'Project not found. The specified project name does not match any of your existing projects.'

  app.get('/projects', (c) => list(c, [...state.projects.values()].map(shownProject)))
  app.post('/projects', async (c) => {
    const { name, production_branch: productionBranch } = await c.req.json<{
      name: string
      production_branch: string
    }>()
    if (state.projects.has(name)) return refuse(c, 409, 8_000_002, 'A project with this name already exists.')
    const project: Project = { name, port: freePort(), productionBranch, deployments: [], live: null, domains: [] }
    state.projects.set(name, project)
    return ok(c, shownProject(project))
  })
  app.get('/projects/:name', (c) => {
    const project = state.projects.get(c.req.param('name'))
    return project ? ok(c, shownProject(project)) : refuse(c, 404, 8_000_007, missing)
  })
  /** Active once its record leads here: the certificate is made then. */
  const shownDomain = (project: string, name: string): object =>
    state.offers.leadsTo(name, `${project}.pages.dev`)
      ? { name, status: 'active', validation_data: { status: 'active' }, verification_data: { status: 'active' } }
      : {
          name,
          status: 'pending',
          validation_data: { status: 'initializing' },
          verification_data: { status: 'pending', error_message: 'CNAME record not set' },
        }
  app.get('/projects/:name/domains', (c) => {
    const project = state.projects.get(c.req.param('name'))
    if (!project) return refuse(c, 404, 8_000_007, missing)
    return list(
      c,
      project.domains.map((name) => shownDomain(project.name, name)),
    )
  })
  app.post('/projects/:name/domains', async (c) => {
    const { name } = await c.req.json<{ name: string }>()
    state.projects.get(c.req.param('name'))?.domains.push(name)
    return ok(c, { name, status: 'initializing' })
  })
  app.get('/projects/:name/upload-token', (c) => ok(c, { jwt: uploadToken() }))
  app.get('/projects/:name/deployments', (c) => {
    const project = state.projects.get(c.req.param('name'))
    return project
      ? list(
          c,
          project.deployments.map((d) => shownDeployment(project, d)),
        )
      : refuse(c, 404, 8_000_007, missing)
  })
  app.get('/projects/:name/deployments/:id', (c) => {
    const project = state.projects.get(c.req.param('name'))
    const deployment = project?.deployments.find((d) => d.id === c.req.param('id'))
    return project && deployment
      ? ok(c, shownDeployment(project, deployment))
      : refuse(c, 404, 8_000_009, 'no such deployment')
  })
  app.post('/projects/:name/deployments', async (c) => {
    const project = state.projects.get(c.req.param('name'))
    if (!project) return refuse(c, 404, 8_000_007, missing)
    const form = await c.req.formData()
    const word = (key: string): string => {
      const value = form.get(key)
      return typeof value === 'string' ? value : ''
    }
    const bundle = form.get('_worker.bundle')
    const functions =
      bundle === null || typeof bundle === 'string'
        ? null
        : // Its own boundary stands in its first line.
          await readUpload(
            await new Response(bundle, { headers: { 'content-type': boundaryOf(await bundle.text()) } }).formData(),
          )
    const deployment: PageDeployment = {
      id: state.uuid(),
      createdOn: new Date().toISOString(),
      branch: word('branch'),
      commitHash: word('commit_hash'),
      commitMessage: word('commit_message'),
      manifest: JSON.parse(word('manifest')) as Record<string, string>,
      functions,
    }
    project.deployments.unshift(deployment)
    if (deployment.branch === project.productionBranch) project.live = deployment.id
    hosting.changed()
    return ok(c, shownDeployment(project, deployment))
  })
  app.post('/projects/:name/deployments/:id/rollback', (c) => {
    const project = state.projects.get(c.req.param('name'))
    const deployment = project?.deployments.find((d) => d.id === c.req.param('id'))
    if (!project || !deployment) return refuse(c, 404, 8_000_009, 'no such deployment')
    project.live = deployment.id
    hosting.changed()
    return ok(c, shownDeployment(project, deployment))
  })
  return app
}
const boundaryOf = (body: string): string => `multipart/form-data; boundary=${body.slice(2, body.indexOf('\r\n'))}`

/** The files' own door, which takes the upload token. */
export const assets = (state: State): Hono => {
  const app = new Hono()
  app.post('/check-missing', async (c) => {
    const { hashes } = await c.req.json<{ hashes: string[] }>()
    return ok(
      c,
      hashes.filter((hash) => !state.assets.has(hash)),
    )
  })
  app.post('/upload', async (c) => {
    const files = await c.req.json<{ key: string; value: string; metadata: { contentType: string } }[]>()
    for (const { key, value, metadata } of files)
      state.assets.set(key, { type: metadata.contentType, bytes: new Uint8Array(Buffer.from(value, 'base64')) })
    return ok(c, null)
  })
  app.post('/upsert-hashes', (c) => ok(c, null))
  return app
}
