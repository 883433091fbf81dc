// `npm run deploy -- --env production|staging`: one release, checked before and tried after. `--dry-run` builds and checks
// everything that needs no account and no network; without `--env` it takes the base of wrangler.toml.
import { join } from 'node:path'
import type { HealthPart } from '../../../contract/operation/health.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { makeContext } from '../../runner-image/context.ts'
import { flagsOf } from '../../flags.ts'
import { root, runTool } from '../../stack/shell.ts'
import { versionVars } from '../../version.ts'
import { environmentName, resourcesOf, WranglerFile } from '../environment.ts'
import { readBeside } from './beside.ts'
import { deployInSteps, LITTLE_TRAFFIC, type LittleTraffic } from './gradual.ts'
import { lintMigrations, problemsOf } from './linter.ts'
import { type Asked, failedWith, liveLines, mustBeLive, nextLine } from './live.ts'
import { openAccount, type Opened, openEnvironment } from './open.ts'
import { judgedAlways, readMigrations } from './phases.ts'
import { despiteParts, mustBeReady, patienceMsOf } from './ready.ts'
import { readHistory, type Release } from './record.ts'
import { buildRelease } from './release.ts'
import { smokeTest } from './smoke.ts'
import {
  deployPage,
  deployTriggers,
  deployWorker,
  expand,
  finishMigrations,
  planSafely,
  type Ship,
  Stopped,
} from './steps.ts'
import { applySettings, changesClasses } from './versions.ts'

const usage = `npm run deploy -- --env production|staging
  [--dry-run]         build and check, without account and network
  [--no-containers]   leave the runners' containers as they are (needs no Docker)
  [--patience 60]     seconds that the new release has to become ready, and again in the smoke test; 300 where the
                      first release starts containers, unless it is said
  [--no-runner]       do not wait for a runner: the first release of ops with runners of their own
  [--at-once]         give the new Worker all traffic at once, unseen: where a release must not wait
  [--step-minutes 10] how long each step waits for 200 answers of the new Worker
  [--little-traffic ask|go|back]
                      what to do when a step gets fewer; ask needs a terminal
  [--accept-step]     of a release that changes the classes of objects, which cannot be gradual and has no way back
  [--despite queues]  a part of /readyz that need not be ready, because this release is to mend it; may be repeated`

const yes = { type: 'boolean' } as const
const { values } = flagsOf(usage, {
  options: {
    env: { type: 'string' },
    patience: { type: 'string' },
    'step-minutes': { type: 'string', default: '10' },
    'little-traffic': { type: 'string', default: 'ask' },
    despite: { type: 'string', multiple: true, default: [] },
    'dry-run': yes,
    'no-containers': yes,
    'no-runner': yes,
    'at-once': yes,
    'accept-step': yes,
  },
})
const tell = (line: string): void => console.log(line)
/** @throws Error in one line for any other word. */
const littleTrafficOf = (said: string): LittleTraffic => {
  const found = LITTLE_TRAFFIC.find((one) => one === said)
  if (!found) throw new Error(`--little-traffic ${said}: must be one of ${LITTLE_TRAFFIC.join(', ')}`)
  return found
}
/** @throws Error in one line for what is no time. */
const stepMsOf = (minutes: string): number => {
  if (!(Number(minutes) > 0)) throw new Error(`--step-minutes ${minutes}: must be a number of minutes above 0`)
  return Number(minutes) * MINUTE_MS
}
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
  const littleTraffic = littleTrafficOf(values['little-traffic'])
  const stepMs = stepMsOf(values['step-minutes'])
  const despite = despiteParts([...values.despite, ...(values['no-runner'] ? ['runners'] : [])])
  const opened = openEnvironment(name)
  const { account, database } = await openAccount(name, opened)
  tell(`✓ ${name} is set up`)
  const version = versionVars()
  const asked = { name, account, resources: opened.resources, database }
  const productVersion = version['PRODUCT_VERSION'] ?? ''
  try {
    const bookmark = await release(opened, asked, { version, despite, littleTraffic, stepMs })
    for (const line of liveLines(asked, await mustBeLive(asked, productVersion))) tell(line)
    tell(`✓ ${name} runs ${productVersion}; the database of before: ${bookmark}`)
  } catch (error) {
    throw await failedWith(asked, error, (live) => nextLine(name, productVersion, live))
  }
}
type Wanted = { version: Record<string, string>; despite: HealthPart[]; littleTraffic: LittleTraffic; stepMs: number }
/** Why all traffic goes to it at once; null: in steps. */
const whyAtOnce = async (ship: Ship, live: Release | null): Promise<string | null> => {
  if (live === null) return 'it is the first release'
  if (await changesClasses(ship)) {
    if (!values['accept-step'])
      throw new Stopped(
        'This release changes the classes of objects. Cloudflare gives that all traffic at once, and no rollback returns past it.',
        'Nothing was changed. Say --accept-step.',
      )
    return 'it changes the classes of objects'
  }
  if (values['at-once']) return '--at-once says so'
  return live.note.version === ship.note.version
    ? `${ship.note.version} runs already, and two of one name cannot be told apart`
    : null
}
/** @returns the bookmark of the database as it was. @throws Error at the first trouble */
const release = async (
  opened: Opened,
  asked: Asked,
  { version, despite, littleTraffic, stepMs }: Wanted,
): Promise<string> => {
  const { name, account, database } = asked
  const { live, running } = await readHistory(account, opened.resources)
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
  const atOnce = await whyAtOnce(ship, live)
  await expand(ship, plan)
  const patienceMs = patienceMsOf(values.patience, { isFirst: live === null, containers })
  const ready = { address: opened.vars['WORKER_URL'] ?? '', despite, patienceMs }
  const smoke = { database, version: note.version, patienceMs, needsRunner: !values['no-runner'] }
  if (live === null || atOnce !== null) {
    tell(`- all traffic at once: ${atOnce ?? ''}`)
    await deployWorker(ship, containers)
    tell(`✓ Worker ${ship.resources.worker}`)
  } else {
    const atStart = running.map(({ versionId }) => versionId)
    await deployInSteps({ ship, before: live, atStart, ready, smoke, stepMs, littleTraffic })
    // an image is rolled out by nothing but a deploy of the same Worker once more
    await (containers ? deployWorker(ship, true) : deployTriggers(ship))
    await applySettings(ship)
  }
  const image = await readBeside(ship, containers)
  await mustBeReady(ship, { ...ready, headers: {} })
  const { live: now } = await readHistory(account, opened.resources)
  await deployPage({
    ...ship,
    note: { ...note, ...(now ? { worker: now.versionId } : {}), ...(image ? { image } : {}) },
  })
  const real = { ...smoke, origin: opened.vars['APP_ORIGIN'] ?? '', isPage: true, headers: {} }
  if (!(await smokeTest(real, tell))) throw new Error('\nThe smoke test failed.')
  await finishMigrations(ship, plan)
  return note.bookmark
}

await (values['dry-run'] ? dryRun() : deploy()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
