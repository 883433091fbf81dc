// Which test files run first, so that at the end of a group no long file runs alone, and which make up `test:quick`.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take over ten seconds, the longest first, as measured on two cores. A file that is not here comes after. */
export const LONGEST: readonly string[] = [
  'tests/simulate/histories.test.ts',
  'tests/crash/crash.test.ts',
  'tests/crash/drill.test.ts',
  'tests/browser/screens.test.ts',
  'tests/browser/routes.test.ts',
  'tests/browser/import-to-opt-out.test.ts',
  'tests/browser/monitor.test.ts',
  'tests/workerd/fuzz.test.ts',
  'tests/workerd/access.test.ts',
  'tests/house/stack-parts.test.ts',
  'tests/browser/money.test.ts',
  'tests/browser/blast.test.ts',
  'tests/workerd/sends.test.ts',
  'tests/workerd/account-blast.test.ts',
  'tests/workerd/admin-scale.test.ts',
  'tests/workerd/conformance.test.ts',
  'tests/workerd/money-histories.test.ts',
  'tests/sandbox/phone-page.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      return at === -1 ? LONGEST.length : at
    }
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => group(a) - group(b) || place(a) - place(b))
  }
}

/** The files of workerd that `npm run test:quick` runs: every route as the specification says, and the ways of the money. */
export const QUICK: readonly string[] = [
  'account-link',
  'accounts',
  'auth',
  'claim-rules',
  'conformance',
  'doors',
  'lease',
  'money',
  'recipients',
  'settlement',
].map((name) => `tests/workerd/${name}.test.ts`)
