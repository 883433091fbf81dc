import { expect, test } from 'vitest'
import { needsBrowser, takesLong } from './test-args.ts'

test.each([
  [[], true],
  [['--reporter=json'], true],
  [['--project', 'browser'], true],
  [['--project=long-browser'], true],
  [['--project', 'unit', '--project', 'house'], false],
  [['tests/browser/blast.test.ts'], true],
  [['tests/workerd/money.test.ts'], false],
  [['web/lib/browser/theme.test.ts'], false],
  [['contract/ground/phone.test.ts', 'tests/browser/blast.test.ts'], true],
  [['--project', 'long', '--project', 'long-browser', 'tests/long/deploy-more.test.ts'], false],
])('%j: a browser is looked for, or installed, only where a test needs one: %j', (args, needs) => {
  expect(needsBrowser(args)).toBe(needs)
})

test.each([
  [[], false],
  [['--project', 'browser'], false],
  [['--project', 'long', '--project', 'long-browser'], true],
  [['--project=long-browser'], true],
  [['tests/browser/blast.test.ts'], false],
  [['tests/long-browser/monitor.test.ts'], true],
  [['contract/ground/phone.test.ts', 'tests/long/import.test.ts'], true],
])('%j: what takes minutes is there only where it is asked for, by project or by file: %j', (args, does) => {
  expect(takesLong(args)).toBe(does)
})
