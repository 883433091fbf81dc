// `npm run rollback -- --env production|staging`: Worker and page of the release before. The database stays as it is: a
// release's migrations are such that the release before lives with them (deploy/phases.ts).
import { parseArgs } from 'node:util'
import { mustRun } from '../../stack/shell.ts'
import { type Account } from '../account.ts'
import { environmentName, type Resources } from '../environment.ts'
import { openAccount, openEnvironment } from './open.ts'
import { type Note, readHistory, readNote } from './record.ts'
import { smokeTest } from './smoke.ts'

const yes = { type: 'boolean' } as const
const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    patience: { type: 'string', default: '60' },
    plan: yes,
    'no-runner': yes,
    help: yes,
  },
})

const rollbackPage = async ({ client, id }: Account, resources: Resources, to: Note): Promise<void> => {
  const of = { account_id: id }
  const { canonical_deployment: live } = await client.pages.projects.get(resources.page, of)
  for await (const deployment of client.pages.projects.deployments.list(resources.page, { ...of, env: 'production' })) {
    const note = readNote(deployment.deployment_trigger?.metadata?.commit_message)
    // the bookmark comes last: it is what a limit of a message's length would cut
    if (!deployment.id || note?.version !== to.version || note.commit !== to.commit) continue
    // a release whose Worker was not ready has put out no page
    if (deployment.id === live?.id) return
    await client.pages.projects.deployments.rollback(deployment.id, { ...of, project_name: resources.page })
    return
  }
  throw new Error(`the page of ${to.version} is no longer on Cloudflare: deploy that tag again`)
}

const rollback = async (): Promise<void> => {
  const name = environmentName(values.env)
  const opened = openEnvironment(name)
  const { account, database } = await openAccount(name, opened)
  const { live, before, secretsChanged } = await readHistory(account, opened.resources)
  if (!live) throw new Error('no release of ours runs here')
  const byTag = `check out the tag and run: npm run deploy -- --env ${name}`
  if (secretsChanged)
    throw new Error(
      `A secret was changed after ${live.note.version} went out, and what ran before has the old one: ${byTag}`,
    )
  if (!before) throw new Error(`nothing that ran before ${live.note.version} is known to Cloudflare: ${byTag}`)
  console.log(`from ${live.note.version} back to ${before.note.version}`)
  if (values.plan) return
  const why = `back from ${live.note.version}`
  await mustRun('wrangler', [
    'rollback',
    before.versionId,
    '--name',
    opened.resources.worker,
    '--yes',
    '--message',
    why,
  ])
  console.log(`✓ Worker ${opened.resources.worker}`)
  await rollbackPage(account, opened.resources, before.note)
  console.log(`✓ page ${opened.resources.page}`)
  const smoke = {
    origin: opened.vars['APP_ORIGIN'] ?? '',
    database,
    version: before.note.version,
    patienceMs: Number(values.patience) * 1_000,
  }
  if (!(await smokeTest({ ...smoke, needsRunner: !values['no-runner'] }, (line) => console.log(line))))
    throw new Error('The release before runs again, and its smoke test fails too: see docs/operations.md')
  console.log(
    `✓ ${name} runs ${before.note.version} again. Data stays: to undo that too, the bookmark of ${live.note.version} is ${live.note.bookmark}`,
  )
}

if (values.help) console.log('npm run rollback -- --env production|staging [--plan] [--patience 60] [--no-runner]')
else
  await rollback().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
