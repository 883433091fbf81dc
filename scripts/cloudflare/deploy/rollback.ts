// `npm run rollback -- --env production|staging`: Worker and page of the release before. The database stays as it is: a
// release's migrations are such that the release before lives with them (deploy/phases.ts).
import { flagsOf } from '../../flags.ts'
import { mustRun } from '../../stack/shell.ts'
import { type Account } from '../account.ts'
import { environmentName, type Resources } from '../environment.ts'
import { type Asked, failedWith, liveLines, readLive } from './live.ts'
import { openAccount, openEnvironment } from './open.ts'
import { type Note, readHistory, readNote } from './record.ts'
import { smokeTest } from './smoke.ts'

const usage = 'npm run rollback -- --env production|staging [--to VERSION] [--plan] [--patience 60] [--no-runner]'
const yes = { type: 'boolean' } as const
const { values } = flagsOf(usage, {
  options: {
    env: { type: 'string' },
    patience: { type: 'string', default: '60' },
    to: { type: 'string' },
    plan: yes,
    'no-runner': yes,
  },
})

/** Page deployments by release, the newest first, and which of them the address serves. */
const readPages = async ({ client, id }: Account, resources: Resources) => {
  const of = { account_id: id }
  const { canonical_deployment: live } = await client.pages.projects.get(resources.page, of)
  const known: { id: string; note: Note }[] = []
  for await (const deployment of client.pages.projects.deployments.list(resources.page, { ...of, env: 'production' })) {
    const note = readNote(deployment.deployment_trigger?.metadata?.commit_message)
    if (deployment.id && note) known.push({ id: deployment.id, note })
  }
  // version and commit come first: a limit of a message's length would cut what is behind them
  const pageOf = (to: Note): { id: string; note: Note } | null =>
    known.find(({ note }) => note.version === to.version && note.commit === to.commit) ?? null
  return { liveId: live?.id ?? null, pageOf }
}
type Pages = Awaited<ReturnType<typeof readPages>>

const rollback = async (): Promise<void> => {
  const name = environmentName(values.env)
  const opened = openEnvironment(name)
  const { account, database } = await openAccount(name, opened)
  const { live, running, before, secretsChanged } = await readHistory(account, opened.resources)
  if (!live) throw new Error('no release of ours runs here')
  const byTag = `check out the tag and run: npm run deploy -- --env ${name}`
  // one that broke off between Worker and page goes on, and not one release further back
  const isBegun = values.to !== undefined && live.note.version === values.to && running.length === 1
  // a new release that shares the traffic loses its part, and nothing before the other one is meant
  const isShared = running.length > 1 && (values.to === undefined || live.note.version === values.to)
  const pages = await readPages(account, opened.resources)
  // a release that got no further than its Worker was never whole, and nobody wants it back
  const isMeant = (note: Note): boolean =>
    pages.pageOf(note) !== null && (values.to === undefined || note.version === values.to)
  const found = before.find(({ note }) => isMeant(note))
  const alone = isShared ? { note: live.note, versionId: live.versionId } : null
  const target = isBegun ? { note: live.note, versionId: null } : (alone ?? found)
  if (!target)
    throw new Error(
      `Cloudflare knows of no ${values.to ?? 'release'} that ran before ${live.note.version} with a page: ${byTag}`,
    )
  if (!isBegun && !isShared && (secretsChanged || found?.hasOldSecrets === true))
    throw new Error(
      `A secret was changed after ${(secretsChanged ? live : target).note.version} went out, and what ran before has the old one: ${byTag}`,
    )
  const { version } = target.note
  // said before anything is done, because a rollback that goes on does not know what was taken back
  const undo = `Data stays: to undo that too, the bookmark of ${live.note.version} is ${live.note.bookmark}`
  const shared = running.map(({ note, percent }) => `${note?.version ?? 'another'} ${percent} %`).join(', ')
  if (isShared) console.log(`${shared}: back to ${version} alone`)
  else
    console.log(isBegun ? `the Worker is back at ${version}` : `from ${live.note.version} back to ${version}. ${undo}`)
  if (values.plan) return
  const asked = { name, account, resources: opened.resources, database }
  try {
    await goBack(asked, { target, pages, from: live.note.version, origin: opened.vars['APP_ORIGIN'] ?? '' })
  } catch (error) {
    throw await failedWith(asked, error, () => `Go on: npm run rollback -- --env ${name} --to ${version}`)
  }
  for (const line of liveLines(asked, await readLive(asked))) console.log(line)
  console.log(`✓ ${name} runs ${version} again`)
}
type Back = { target: { note: Note; versionId: string | null }; pages: Pages; from: string; origin: string }
const goBack = async (
  { account, resources, database }: Asked,
  { target, pages, from, origin }: Back,
): Promise<void> => {
  const { note, versionId } = target
  if (versionId !== null) {
    const words = ['--name', resources.worker, '--yes', '--message', `back from ${from}`]
    // what is taken back must not go on in the objects
    words.push('--durable-objects-code-update-mode', 'immediate')
    await mustRun('wrangler', ['rollback', versionId, ...words])
    console.log(`✓ Worker ${resources.worker}`)
  }
  const page = pages.pageOf(note)
  if (page === null) throw new Error(`the page of ${note.version} is no longer on Cloudflare: deploy that tag again`)
  // a release whose Worker was not ready has put out no page
  const of = { account_id: account.id, project_name: resources.page }
  if (page.note.image !== undefined)
    console.log(
      `- the runners' containers keep their image; the one of ${note.version} was ${page.note.image}: deploy that tag`,
    )
  if (page.id !== pages.liveId) await account.client.pages.projects.deployments.rollback(page.id, of)
  console.log(`✓ page ${resources.page}`)
  const patienceMs = Number(values.patience) * 1_000
  const smoke = { origin, isPage: true, headers: {}, database, version: note.version, patienceMs }
  if (!(await smokeTest({ ...smoke, needsRunner: !values['no-runner'] }, (line) => console.log(line))))
    throw new Error('Its smoke test fails too: see docs/operations.md')
}

await rollback().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
