// Builds the page, the phone page and the Worker when their sources have changed; a stamp of the contents says whether they have.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { headersOf } from '../../web/headers.ts'
import { takeLock } from '../install-lock.mjs'
import { inTurn } from './in-turn.ts'
import { mustRun, root } from './shell.ts'

type Target = {
  name: string
  output: string
  sources: readonly string[]
  command: readonly [string, ...string[]]
  /** Where it runs; default: the repository's own folder. */
  cwd?: string
}
const vite = (config: string, ...more: string[]): Target['command'] => [
  'vite',
  'build',
  '--config',
  config,
  ...more,
  '--logLevel',
  'warn',
]
const CACHE = '.data/build'
const RELEASE_PAGE = `${CACHE}/release-page`
const TARGETS: readonly Target[] = [
  {
    name: 'web',
    output: 'web/dist/index.html',
    sources: ['web', 'contract'],
    command: vite('web/vite.config.ts', '--manifest'),
  },
  {
    name: 'phone-page',
    output: 'sandbox/phone-page/dist/index.html',
    sources: ['sandbox/phone-page', 'contract'],
    command: vite('sandbox/phone-page/vite.config.ts', '--manifest'),
  },
]
/** Of its own, so that nothing that was built for this machine is ever uploaded. */
const PAGE_OF_RELEASES: Target = {
  name: 'release-page',
  output: `${RELEASE_PAGE}/index.html`,
  sources: ['web', 'contract'],
  command: vite('web/vite.config.ts', '--outDir', join(root, RELEASE_PAGE)),
}
/** For stacks that nobody edits: `wrangler dev` would bundle it at every start, and look at each of its files for ever. */
const WORKER: Target = {
  name: 'worker',
  output: `${CACHE}/worker/index.js`,
  sources: ['worker', 'durable-objects', 'domain', 'contract', 'wrangler.toml'],
  command: [
    'wrangler',
    'deploy',
    'worker/index.ts',
    '--dry-run',
    '--containers-rollout=none',
    '--outdir',
    join(root, CACHE, 'worker'),
  ],
}
/** What stands for `wrangler pages dev`, which does the same with them. */
const PAGE_FUNCTIONS: Target = {
  name: 'page-functions',
  output: `${CACHE}/page-functions/index.js`,
  sources: ['web/functions', 'web/wrangler.toml'],
  command: ['wrangler', 'pages', 'functions', 'build', '--outdir', join(root, CACHE, 'page-functions')],
  cwd: join(root, 'web'),
}

const filesUnder = (dir: string): string[] => {
  if (statSync(join(root, dir)).isFile()) return [dir]
  return readdirSync(join(root, dir), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name === 'dist' || entry.name.startsWith('.')) return []
      return entry.isDirectory() ? filesUnder(join(dir, entry.name)) : [join(dir, entry.name)]
    })
}

const stampOf = (target: Target): string => {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'tsconfig.base.json', ...target.sources.flatMap(filesUnder)]) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

const build = inTurn(async (targets: readonly Target[]): Promise<string[]> => {
  // Of this checkout alone: another one with the same node_modules has other sources.
  const cache = join(root, CACHE)
  mkdirSync(cache, { recursive: true })
  const lock = takeLock(join(cache, 'build.lock'))
  const built: string[] = []
  try {
    for (const target of targets) {
      const stampFile = join(cache, `${target.name}.stamp`)
      const stamp = stampOf(target)
      const same = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
      if (same && existsSync(join(root, target.output))) continue
      // one that breaks off leaves neither the old build nor the new one
      rmSync(stampFile, { force: true })
      const [program, ...args] = target.command
      // a production build even under a test runner, which would make it React's slower development build
      // without a version, because every commit has another one and would have the page built again
      await mustRun(program, args, {
        ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
        env: { NODE_ENV: 'production', PRODUCT_VERSION: 'local' },
      })
      writeFileSync(stampFile, stamp)
      built.push(target.name)
    }
  } finally {
    lock.release()
  }
  return built
})

/** Answers the names of the parts that were built. */
export const buildChanged = (): Promise<string[]> => build(TARGETS)

/** Path of the Worker's bundle, of the sources as they are now. */
export const workerBundle = async (): Promise<string> => {
  await build([WORKER])
  return join(root, WORKER.output)
}
/** Path of the bundle of the page's functions, as they are now. */
export const functionsBundle = async (): Promise<string> => {
  await build([PAGE_FUNCTIONS])
  return join(root, PAGE_FUNCTIONS.output)
}

const VERSION = /(?<=<meta name="version" content=")local(?=")/
/**
 * A release's page in this folder. Releases of the same sources have the same files, staging's and production's, too; only the
 * document says which version it is of.
 */
export const makeReleasePage = async (to: string, version: string): Promise<void> => {
  await build([PAGE_OF_RELEASES])
  cpSync(join(root, RELEASE_PAGE), to, { recursive: true })
  const document = join(to, 'index.html')
  const built = readFileSync(document, 'utf8')
  if (!VERSION.test(built)) throw new Error(`${PAGE_OF_RELEASES.output} says no version: delete ${RELEASE_PAGE}`)
  writeFileSync(
    document,
    built.replace(VERSION, () => version),
  )
}

/** The strip that names a sandbox stands from the first paint, before the Worker's first answer. */
const markSandbox = (dist: string): void => {
  for (const name of readdirSync(dist)) {
    if (!name.endsWith('.html')) continue
    const file = join(dist, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace('<html ', '<html data-sandbox '))
  }
}

/**
 * The Pages project for one stack: a copy of its own, so that a new build does not change what runs. A sandbox's bot check
 * is a script of this machine, which only a sandbox's page may load.
 */
export const copyPage = (to: string, sandbox: boolean): void => {
  rmSync(to, { recursive: true, force: true })
  for (const part of ['dist', 'functions', 'wrangler.toml']) {
    cpSync(join(root, 'web', part), join(to, part), { recursive: true })
  }
  // wrangler works at the nearest package.json and takes the configuration nearest to that, which must be the page's own
  writeFileSync(join(to, 'package.json'), '{ "private": true }\n')
  const scripts = sandbox ? ' http://127.0.0.1:* http://localhost:*' : ''
  writeFileSync(join(to, 'dist/_headers'), headersOf({ scripts, areTypesEnforced: sandbox }))
  if (sandbox) markSandbox(join(to, 'dist'))
}
