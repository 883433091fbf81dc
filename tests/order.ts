// Which test files run first, so that at the end of a group no long file runs alone, and which make up `test:quick`.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take over twenty seconds, the longest first, as measured on two cores. A file that is not here comes after. */
export const LONGEST: readonly string[] = [
  // of the runtimes of the Worker's tests one begins with this
  'tests/workerd/fuzz.test.ts',
  'tests/crash/crash.test.ts',
  'tests/simulate/histories.test.ts',
  'tests/simulate/withdraws/races.test.ts',
  'tests/second-place/second-place.test.ts',
  'tests/model/model.test.ts',
  'tests/simulate/withdraws/withdraws.test.ts',
  'tests/simulate/estimate.test.ts',
  'tests/simulate/lost-runner.test.ts',
  'tests/sandbox/phone-page.test.ts',
  'tests/browser/screens.test.ts',
  'tests/browser/campaigns.test.ts',
  'tests/browser/import-to-opt-out.test.ts',
  'tests/browser/money.test.ts',
  'tests/browser/second-factor.test.ts',
  'tests/browser/lost-answers.test.ts',
  'tests/browser/payouts.test.ts',
  'tests/browser/first-link.test.ts',
  'tests/browser/blast.test.ts',
  'tests/browser/sign-up.test.ts',
  'tests/browser/paid-is-paid.test.ts',
  'tests/browser/one-off.test.ts',
  'tests/browser/two-tabs.test.ts',
  'tests/long-browser/monitor.test.ts',
  'tests/long-browser/screens.test.ts',
  'tests/long-browser/leaving.test.ts',
  'tests/long-browser/home.test.ts',
  'tests/long-browser/density.test.ts',
  'tests/long-browser/sessions.test.ts',
  'tests/long-browser/offline.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      if (at !== -1) return at
      // each of these starts a runtime: at the end of a group that would be waited for
      return LONGEST.length + (project.name === 'workerd-fresh' ? 0 : 1)
    }
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => group(a) - group(b) || place(a) - place(b))
  }
}

/** The files of workerd that `npm run test:quick` runs: the main routes, and the ways of the money. */
export const QUICK: readonly string[] = [
  'account-link',
  'accounts',
  'auth',
  'claim-rules',
  'doors',
  'lease',
  'money',
  'recipients',
  'settlement',
].map((name) => `tests/workerd/${name}.test.ts`)
