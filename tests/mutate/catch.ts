// What catches a fault: the simulator, in which of its histories, or else a test.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, toolEnv } from '../../scripts/stack/shell.ts'
import { programOf } from '../../scripts/stack/programs.ts'
import { copyOfRepository } from '../support/copy-of-repository.ts'
import type { Fault } from './fault.ts'
import { planted, testsOf, type World } from './faults.ts'

/** at: of the simulator's histories, or acts, the one that broke a promise; of a test its name. */
export type Caught = { by: 'simulator' | 'test'; at: string; rule: string }
export type Tries = { seeds: number; acts: number }

const simulated = (file: string): string => join(root, 'tests/simulate', file)
const LOADERS = ['platform/loader.ts', 'plant.ts'].flatMap((file) => ['--import', simulated(file)])
const WORLDS: Record<World, { main: string; args: (tries: Tries) => string[] }> = {
  engine: { main: 'main.ts', args: ({ seeds }) => ['--seeds', String(seeds)] },
  withdraws: { main: 'withdraws/main.ts', args: ({ acts }) => ['--acts', String(acts)] },
}
export const bySimulator = (name: string, world: World, tries: Tries): Caught | null => {
  const { main, args } = WORLDS[world]
  const node = ['--disable-warning=ExperimentalWarning', ...LOADERS, simulated(main), ...args(tries), '--plant', name]
  const { stdout } = spawnSync(process.execPath, node, { encoding: 'utf8', maxBuffer: 1 << 28 })
  const line = stdout.split('\n').find((text) => text.startsWith('{'))
  if (line === undefined) return null
  const said = JSON.parse(line) as { seeds?: number; acts?: number; rule: string | null }
  return said.rule === null ? null : { by: 'simulator', at: String(said.seeds ?? said.acts), rule: said.rule }
}

type Report = {
  testResults: { assertionResults: { fullName: string; status: string }[]; message: string; status: string }[]
}
const PROJECTS = ['unit', 'workerd', 'workerd-fresh', 'simulate', 'runner'].flatMap((name) => ['--project', name])

/** Tests run in a copy of the repository, which has the fault in its files. */
export const openCopy = () => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-mutate-'))
  copyOfRepository(home)
  const read = (file: string): string => readFileSync(join(home, file), 'utf8')
  const report = join(home, 'report.json')
  /** null: all passed. @throws Error when nothing ran */
  const firstFailure = (what: string, files: readonly string[]): Caught | null => {
    const isReported = (more: readonly string[]): boolean => {
      const vitest = ['run', ...files, ...PROJECTS, ...more, '--reporter=json', `--outputFile=${report}`]
      const { file, args } = programOf(home, 'vitest', vitest)
      rmSync(report, { force: true })
      spawnSync(file, args, { cwd: home, env: toolEnv({}), stdio: 'ignore' })
      return existsSync(report)
    }
    // The first failure ends a run; where it comes while workerd is starting, as of a unit test, the run leaves no report. A file that the fault keeps
    // from being read is in the report; without one nothing was tried, and nothing is known.
    if (!isReported(['--bail=1']) && !isReported([])) throw new Error(`${what}: the tests did not run`)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .find(({ status }) => status === 'failed')
    if (failed) return { by: 'test', at: failed.fullName, rule: /\brule ([\w-]+)/.exec(failed.fullName)?.[1] ?? '' }
    const broken = testResults.find(({ status }) => status === 'failed')
    return broken ? { by: 'test', at: broken.message.split('\n')[0] ?? '', rule: '' } : null
  }
  const testsIn = (fault: Fault): string[] => testsOf(fault, (file) => existsSync(join(home, file)))
  return {
    /** The name of a test that may catch one of these and is red without any: it would catch them all. */
    redAnyway: (faults: readonly Fault[]): string | null => {
      const files = [...new Set(faults.flatMap(testsIn))]
      return files.length === 0 ? null : (firstFailure('without a fault', files)?.at ?? null)
    },
    /** @param name that of the fault, or with BOTH behind it */
    byTests: (name: string, fault: Fault): Caught | null => {
      const files = testsIn(fault)
      if (files.length === 0) return null
      const right = new Map<string, string>()
      for (const [file, source] of planted(name, read)) {
        right.set(file, read(file))
        writeFileSync(join(home, file), source)
      }
      try {
        return firstFailure(name, files)
      } finally {
        for (const [path, source] of right) writeFileSync(join(home, path), source)
      }
    },
    close: (): void => rmSync(home, { recursive: true, force: true }),
  }
}
