// Longest test files first, so that at the end of a group no file runs alone while the other workers have nothing to do.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take over ten seconds, the longest first, as measured on two cores. A file that is not here comes after. */
export const LONGEST: readonly string[] = [
  'tests/simulate/histories.test.ts',
  'tests/crash/crash.test.ts',
  'tests/browser/screens.test.ts',
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
