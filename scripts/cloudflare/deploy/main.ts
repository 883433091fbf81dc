// `npm run deploy -- --env production|staging`: one release, checked before and tried after. `--dry-run` builds and checks
// everything that needs no account and no network; without `--env` it takes the base of wrangler.toml.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeContext } from '../../runner-image/context.ts'
import { root, runTool } from '../../stack/shell.ts'
import { versionVars } from '../../version.ts'
import { environmentName, resourcesOf, WranglerFile } from '../environment.ts'
import { lintMigrations, problemsOf } from './linter.ts'
import { type Asked, failedWith, liveLines, mustBeLive, nextLine } from './live.ts'
import { openAccount, type Opened, openEnvironment } from './open.ts'
import { judgedAlways, readMigrations } from './phases.ts'
import { despiteParts, mustBeReady, patienceMsOf } from './ready.ts'
import { readHistory } from './record.ts'
import { buildRelease } from './release.ts'
import { smokeTest } from './smoke.ts'
import { deployPage, deployWorker, expand, finishMigrations, planSafely, type Ship } from './steps.ts'

const usage = `npm run deploy -- --env production|staging
  [--dry-run]         build and check, without account and network
  [--no-containers]   leave the runners' containers as they are (needs no Docker)
  [--patience 60]     seconds that the new release has to become ready, and again in the smoke test; 300 where the
                      first release starts containers, unless it is said
  [--no-runner]       do not wait for a runner: the first release of ops with runners of their own
  [--despite queues]  a part of /readyz that need not be ready, because this release is to mend it; may be repeated`

const yes = { type: 'boolean' } as const
const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    patience: { type: 'string' },
    despite: { type: 'string', multiple: true, default: [] },
    'dry-run': yes,
    'no-containers': yes,
    'no-runner': yes,
    help: yes,
  },
})
const tell = (line: string): void => console.log(line)
const releaseDir = (name: string): string => join(root, '.release', name)

const dryRun = async (): Promise<void> => {
  const opened = values.env === undefined ? null : openEnvironment(environmentName(values.env))
  const base = new WranglerFile(join(root, 'wrangler.toml')).base()
  const part = opened?.part ?? (base as Parameters<typeof buildRelease>[1])
  const resources = opened?.resources ?? resourcesOf(base, 'production')
  const release = await buildRelease(releaseDir('dry-run'), part, resources, versionVars())
  tell('✓ page, page functions and Worker built')
  const problems = problemsOf(lintMigrations(release.migrations, judgedAlways(release.migrations)))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  tell(`✓ ${release.migrations.length} migrations`)
  tell('- nothing was deployed: a dry run')
}

/** Before anything is changed. @throws Error in one line where there is no engine that builds images. */
const makeImageContext = async (): Promise<void> => {
  const { code } = await runTool('docker', ['info'])
  if (code !== 0)
    throw new Error('Docker does not run here: start it, or leave the runners as they are by --no-containers')
  const { bytes } = await makeContext(join(root, 'dist/runner-image'))
  tell(`✓ runner's image prepared, ${(bytes / 1e6).toFixed(1)} MB`)
}

const deploy = async (): Promise<void> => {
  const name = environmentName(values.env)
  const despite = despiteParts([...values.despite, ...(values['no-runner'] ? ['runners'] : [])])
  const opened = openEnvironment(name)
  const { account, database } = await openAccount(name, opened)
  tell(`✓ ${name} is set up`)
  const version = versionVars()
  const asked = { name, account, resources: opened.resources, database }
  const productVersion = version['PRODUCT_VERSION'] ?? ''
  try {
    const bookmark = await release(opened, asked, { version, despite })
    for (const line of liveLines(asked, await mustBeLive(asked, productVersion))) tell(line)
    tell(`✓ ${name} runs ${productVersion}; the database of before: ${bookmark}`)
  } catch (error) {
    throw await failedWith(asked, error, (live) => nextLine(name, productVersion, live))
  }
}
type Wanted = { version: Record<string, string>; despite: ReturnType<typeof despiteParts> }
/** @returns the bookmark of the database as it was. @throws Error at the first trouble */
const release = async (opened: Opened, asked: Asked, { version, despite }: Wanted): Promise<string> => {
  const { name, account, database } = asked
  const { live } = await readHistory(account, opened.resources)
  const plan = await planSafely(readMigrations(join(root, 'migrations')), database, live)
  const containers = opened.containers === 'on' && !values['no-containers']
  if (containers) await makeImageContext()
  const release = await buildRelease(releaseDir(name), opened.part, opened.resources, version)
  tell(`✓ built ${version['PRODUCT_VERSION']}`)
  const note = {
    version: version['PRODUCT_VERSION'] ?? '',
    commit: version['PRODUCT_COMMIT'] ?? 'unknown',
    schema: release.migrations.at(-1)?.name ?? 'none',
    bookmark: await database.bookmark(),
  }
  const ship: Ship = { name, account, resources: opened.resources, release, database, note, tell }
  await expand(ship, plan)
  const patienceMs = patienceMsOf(values.patience, { isFirst: live === null, containers })
  await deployWorker(ship, containers)
  await mustBeReady(ship, { address: opened.vars['WORKER_URL'] ?? '', despite, patienceMs })
  await deployPage(ship)
  const smoke = { origin: opened.vars['APP_ORIGIN'] ?? '', database, version: note.version, patienceMs }
  if (!(await smokeTest({ ...smoke, needsRunner: !values['no-runner'] }, tell)))
    throw new Error('\nThe smoke test failed.')
  await finishMigrations(ship, plan)
  return note.bookmark
}

if (values.help) tell(usage)
else
  await (values['dry-run'] ? dryRun() : deploy()).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
