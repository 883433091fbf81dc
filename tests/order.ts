// Which test files run first, so that at the end of a group no long file runs alone, and which make up `test:quick`.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take over twenty seconds, the longest first, as measured on two cores. A file that is not here comes after. */
export const LONGEST: readonly string[] = [
  // of the runtimes of the Worker's tests one begins with this
  'tests/workerd/fuzz.test.ts',
  'tests/cloudflare/deploy.test.ts',
  'tests/crash/drill.test.ts',
  'tests/crash/crash.test.ts',
  'tests/browser/screens.test.ts',
  'tests/browser/ten-tasks.test.ts',
  'tests/browser/leaving.test.ts',
  'tests/browser/monitor.test.ts',
  'tests/simulate/histories.test.ts',
  'tests/browser/import-to-opt-out.test.ts',
  'tests/browser/sessions.test.ts',
  'tests/browser/why-not-sending.test.ts',
  'tests/browser/joining.test.ts',
  'tests/browser/money.test.ts',
  'tests/browser/offline.test.ts',
  'tests/browser/blast.test.ts',
  'tests/browser/home.test.ts',
  'tests/browser/first-paint.test.ts',
  'tests/browser/recipients.test.ts',
  'tests/browser/looks.test.ts',
  'tests/browser/link-failures.test.ts',
  'tests/cloudflare/setup.test.ts',
  'tests/browser/first-link.test.ts',
  'tests/browser/english.test.ts',
  'tests/browser/second-factor.test.ts',
  'tests/house/verify-record.test.ts',
  'tests/sandbox/phone-page.test.ts',
  'tests/browser/person-status.test.ts',
  'tests/browser/sign-up.test.ts',
  'tests/browser/own-accounts.test.ts',
  'tests/browser/notices.test.ts',
  'tests/browser/all-accounts.test.ts',
  'tests/browser/balance.test.ts',
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
