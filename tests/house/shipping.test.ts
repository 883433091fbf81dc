// The workflows, and what a release needs beside them, are compared with what is there: a workflow runs only where it counts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { WranglerFile } from '../../scripts/cloudflare/environment.ts'
import { describePackages, productionPackages } from '../../scripts/runner-image/packages.ts'
import { notices } from '../../scripts/runner-image/papers.ts'
import { root } from '../../scripts/stack/shell.ts'

type Step = { run?: string; uses?: string; with?: Record<string, unknown>; env?: Record<string, string> }
type Job = {
  uses?: string
  steps?: Step[]
  needs?: string | string[]
  environment?: string
  'timeout-minutes'?: number
}
type Workflow = {
  name?: string
  on?: Record<string, unknown>
  permissions?: Record<string, string>
  concurrency?: { group: string; 'cancel-in-progress': unknown }
  jobs: Record<string, Job>
}
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  version: string
  license: string
  scripts: Record<string, string>
}
const folder = '.github/workflows'
const files = readdirSync(join(root, folder)).toSorted()
const workflow = (file: string): Workflow => parse(read(join(folder, file))) as Workflow
const stepsOf = (file: string): Step[] => Object.values(workflow(file).jobs).flatMap((job) => job.steps ?? [])

/** npm's own commands; everything else after `npm` is a script of package.json. */
const OF_NPM = ['audit', 'ci', 'sbom']
const scriptsIn = (run: string): string[] =>
  [...run.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map((m) => m[1] ?? '').filter((name) => !OF_NPM.includes(name))
/** Files of the repository that a command names: of node, docker and the like. */
const filesIn = (run: string): string[] =>
  run
    .split(/[\s"';|&]+/)
    // a folder that the release makes
    .filter(
      (word) =>
        !word.startsWith('-') &&
        !word.startsWith('.release/') &&
        /^[\w./-]+(\.(ts|mjs|js|json|md|toml)|\/Dockerfile)$/.test(word),
    )

describe.each(files)('the workflow %s', (file) => {
  const { name, on, permissions, concurrency, jobs } = workflow(file)
  test('has a name, a cause, no more rights than reading, and a group of its own', () => {
    expect(name).toBeTruthy()
    expect(Object.keys(on ?? {})).not.toEqual([])
    expect(permissions).toEqual({ contents: 'read' })
    expect(concurrency?.group).toBeTruthy()
  })
  test('calls scripts and files that exist', () => {
    const runs = stepsOf(file).flatMap((step) => step.run ?? [])
    expect(runs.flatMap(scriptsIn).filter((script) => manifest.scripts[script] === undefined)).toEqual([])
    expect(runs.flatMap(filesIn).filter((named) => !existsSync(join(root, named)))).toEqual([])
    const called = Object.values(jobs).flatMap((job) => job.uses ?? [])
    expect(called.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
  test('has a time limit for each job, and waits only for jobs that it has', () => {
    for (const job of Object.values(jobs)) {
      if (job.steps !== undefined) expect(job['timeout-minutes']).toBeGreaterThan(0)
      for (const need of [job.needs ?? []].flat()) expect(Object.keys(jobs)).toContain(need)
    }
  })
  test('takes actions of others at one commit, and leaves no token in the checkout', () => {
    const lines = read(join(folder, file)).match(/uses: .+/g) ?? []
    const others = lines.filter((line) => !line.startsWith('uses: ./'))
    for (const line of others) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    for (const { uses, with: given } of stepsOf(file)) {
      if (uses?.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false })
    }
  })
  test('puts nothing that others may write into a shell command', () => {
    for (const { run } of stepsOf(file)) expect(run ?? '').not.toContain('${{')
  })
})

describe('a deployment', () => {
  test.each([
    ['staging.yml', 'staging', '--at-once', { branches: ['main'] }],
    ['production.yml', 'production', '--little-traffic go', { tags: ['v*'] }],
  ])('of %s goes to its environment after every check, and is never cut off', (file, environment, how, cause) => {
    const { on, jobs, concurrency } = workflow(file)
    expect(on).toEqual({ push: cause })
    expect(concurrency?.['cancel-in-progress']).toBe(false)
    expect(jobs['checks']?.uses).toBe('./.github/workflows/checks.yml')
    expect(jobs['deploy']).toMatchObject({ needs: 'checks', environment })
    const step = jobs['deploy']?.steps?.find(({ run }) => run === `npm run deploy -- --env ${environment} ${how}`)
    expect(Object.keys(step?.env ?? {})).toEqual(['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID'])
  })
  test('gives its secrets to nothing but the step that deploys', () => {
    for (const file of files) {
      const holders = stepsOf(file).filter((step) => JSON.stringify(step).includes('secrets.'))
      for (const step of holders) expect(step.run).toMatch(/^npm run deploy /)
    }
  })
})

describe('a release', () => {
  test('has no package with a fault past its time: the times stand in SECURITY.md, and a high one stops it', () => {
    const times =
      read('SECURITY.md')
        .split(/^## /m)
        .find((part) => part.startsWith('Faults of packages')) ?? ''
    for (const time of ['2 working days', '7 days', '30 days']) expect(times).toContain(time)
    expect(stepsOf('checks.yml').map(({ run }) => run)).toContain('npm audit --omit=dev --audit-level=high')
    expect(workflow('production.yml').jobs['deploy']?.needs).toBe('checks')
    expect(JSON.parse(read('renovate.json'))).toMatchObject({ schedule: expect.anything() })
  })
  test.each([
    ['checks.yml', 'image'],
    ['production.yml', 'deploy'],
  ])(
    'builds, scans and starts the image that is shipped, in one job of %s, from the folder that a deploy builds it from',
    (file, job) => {
      const steps = workflow(file).jobs[job]?.steps ?? []
      const at = (isIt: (step: Step) => boolean): number => steps.findIndex(isIt)
      const order = [
        at(({ run }) => run === 'npm run runner-image'),
        at(
          ({ run }) =>
            run === 'docker build --pull --file runner/Dockerfile --tag wa-blaster-runner:checked dist/runner-image',
        ),
        at(({ uses }) => uses?.startsWith('anchore/scan-action@') ?? false),
        at(({ run }) => run?.startsWith('docker run --rm wa-blaster-runner:checked ') ?? false),
        ...(job === 'deploy' ? [at(({ run }) => run?.startsWith('npm run deploy ') ?? false)] : []),
      ]
      expect(order).not.toContain(-1)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      const container = new WranglerFile(join(root, 'wrangler.toml')).base().containers?.[0]
      expect(container).toMatchObject({ image: './runner/Dockerfile', image_build_context: './dist/runner-image' })
    },
  )
  test('carries the bill of materials of what it was built from, under the proof of its origin', () => {
    const runs = (workflow('production.yml').jobs['deploy']?.steps ?? []).flatMap((step) => step.run ?? [])
    const at = (pattern: RegExp): number => runs.findIndex((run) => pattern.test(run))
    const bill = at(/npm sbom .*> \.release\/sbom\.cdx\.json$/)
    expect(bill).toBeGreaterThan(-1)
    // known before anything goes out
    expect(at(/^npm run deploy /)).toBeGreaterThan(bill)
    expect(at(/^tar .* \.release\/sbom\.cdx\.json \.release\/production$/)).toBeGreaterThan(at(/^npm run deploy /))
  })
  const changes = read('CHANGELOG.md')
  test('has its part in the changelog, newest first, each version once', () => {
    const versions = [...changes.matchAll(/^## \[(.+?)\]/gm)].map((m) => m[1])
    expect(versions[0]).toBe('Unreleased')
    expect(versions).toContain(manifest.version)
    expect(new Set(versions).size).toBe(versions.length)
  })
  test('is nobody else’s: package.json and LICENSE say the same', () => {
    expect(manifest.license).toBe('UNLICENSED')
    expect(read('LICENSE')).toContain('All rights reserved')
  })
  test('passes on no package without its licence, and names the GPL one', async () => {
    const packages = await describePackages(await productionPackages())
    const names = packages.map(({ name }) => name)
    expect(packages.find(({ name }) => name === 'libsignal')?.license).toBe('GPL-3.0')
    expect(names).toEqual(expect.arrayContaining(['react', 'hono', 'ws']))
    expect(names).not.toContain('wrangler')
    expect(await notices('the product', packages)).toContain('GNU GENERAL PUBLIC LICENSE')
  })
})

describe('the Workers around the product’s', () => {
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
  const classes = [...textOf('wrangler.toml').matchAll(/^class_name = "(\w+)"/gm)].map(([, name]) => name)
  test.each(['tests/bench/worker/counting.ts', 'tests/bench/worker/bare.ts', 'scripts/demo/worker/troubles.ts'])(
    '%s exports every class that is bound, without which nothing starts',
    (file) => {
      const text = textOf(file)
      const lacks = classes.filter(
        (name) => !new RegExp(`^export (class ${name} |\\* from .*worker/index)`, 'm').test(text),
      )
      expect(lacks).toEqual([])
    },
  )
})

test('Renovate’s rules name packages that are there', () => {
  const rules = JSON.parse(read('renovate.json')) as { packageRules: { matchPackageNames: string[] }[] }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> }
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const isThere = (pattern: string): boolean => {
    const start = pattern.replace(/\*+$/, '')
    return (
      pattern === 'node' || (start === pattern ? names.has(pattern) : [...names].some((name) => name.startsWith(start)))
    )
  }
  const wanted = rules.packageRules.flatMap((rule) => rule.matchPackageNames)
  expect(wanted.filter((pattern) => !isThere(pattern))).toEqual([])
})
