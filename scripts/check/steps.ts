// The steps of `npm run check`, the longest first. All work without a network.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildChanged } from '../stack/build.ts'
import { root, runTool } from '../stack/shell.ts'
import { bundleBudget } from './bundle-budget.ts'
import { fileSizes } from './file-sizes.ts'
import { migrationsUpToDate } from './migrations.ts'
import { circleIn, roomsOf } from './rooms.ts'

export type Outcome = { ok: boolean; note: string }
/** after: the step whose output it reads, which stands before it. */
type Step = { name: string; run: () => Promise<Outcome>; after?: string }

/**
 * TypeScript and the lint's half that knows types are of Go: collecting garbage a quarter as often saves them a third of their time. On several
 * threads each finds out most types again: three times the work, so each has one, and steps run beside each other.
 */
const OF_GO = { GOGC: '400', GOMAXPROCS: '1' }
const tool = async (command: string, args: string[], note: (output: string) => string = () => ''): Promise<Outcome> => {
  const { code, output } = await runTool(command, args, { env: OF_GO })
  return code === 0 ? { ok: true, note: note(output) } : { ok: false, note: output }
}
const inTemp = async (work: (dir: string) => Promise<Outcome>): Promise<Outcome> => {
  const dir = await mkdtemp(join(tmpdir(), 'wa-blaster-check-'))
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
const ROOMS = ['contract', 'domain', 'durable-objects', 'worker', 'runner', 'web', 'sandbox', 'scripts', 'tests']
// By its path, because the TypeScript that reads the walls also has a program called tsc.
const TYPESCRIPT = 'node_modules/typescript/bin/tsc'
const TYPE_PROJECTS = ['worker', 'node', 'web', 'workerd-tests', 'simulate']

/** dependency-cruiser finds no fault when it can read no TypeScript, so too few modules are a failure as well. */
const MIN_MODULES = 200
const walls = async (): Promise<Outcome> => {
  const rooms = ROOMS.filter((room) => existsSync(join(root, room)))
  const hook = './scripts/check/typescript-of-walls.mjs'
  const cruise = ['--import', hook, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs']
  const { code, output } = await runTool('node', [...cruise, '--config', '.dependency-cruiser.cjs', ...rooms])
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
  if (code !== 0 || modules < MIN_MODULES) return { ok: false, note: output }
  const circle = circleIn(roomsOf(join(root, 'domain')))
  if (circle) return { ok: false, note: `rooms of the domain that stand in a circle: ${circle.join(' → ')}` }
  return { ok: true, note: `${modules} modules` }
}

const types = async (): Promise<Outcome> => {
  const wrong: string[] = []
  for (const project of TYPE_PROJECTS) {
    const args = [TYPESCRIPT, '--noEmit', '--singleThreaded', '-p', `tsconfig.${project}.json`]
    const { code, output } = await runTool('node', args, { env: OF_GO })
    if (code !== 0) wrong.push(`tsconfig.${project}.json\n${output}`)
  }
  return { ok: wrong.length === 0, note: wrong.join('\n') || `${TYPE_PROJECTS.length} runtimes` }
}

const buildPages = async (): Promise<Outcome> => {
  // as `npm start` and the browser tests build it, so that they find it built
  await buildChanged()
  return inTemp(async (dir) => {
    const { code, output } = await runTool(
      'wrangler',
      ['pages', 'functions', 'build', '--outdir', join(dir, 'functions')],
      { cwd: join(root, 'web') },
    )
    return { ok: code === 0, note: code === 0 ? 'page, phone page and functions' : output }
  })
}

export const steps: readonly Step[] = [
  { name: 'lint', run: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'types', run: types },
  { name: 'format', run: () => tool('biome', ['format', '.']) },
  // keys, tokens and passwords that nobody meant to commit (.secretlintrc.json)
  { name: 'secrets', run: () => tool('secretlint', ['--secretlintignore', '.gitignore', '**/*']) },
  { name: 'walls', run: walls },
  // files, packages and exports that nobody uses
  { name: 'unused', run: () => tool('knip', ['--no-progress']) },
  { name: 'file-sizes', run: fileSizes },
  { name: 'faults', run: () => tool('node', ['tests/mutate/kept.ts'], (output) => output) },
  { name: 'migrations', run: () => inTemp(migrationsUpToDate) },
  {
    name: 'worker',
    run: () =>
      inTemp((dir) =>
        tool(
          'wrangler',
          // without the runner's image, which needs a container engine to build
          ['deploy', '--dry-run', '--containers-rollout=none', '--outdir', dir],
          (output) => /Total Upload: .*/.exec(output)?.[0] ?? '',
        ),
      ),
  },
  { name: 'pages', run: buildPages },
  { name: 'bundle', run: bundleBudget, after: 'pages' },
]
