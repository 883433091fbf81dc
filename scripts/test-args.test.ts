import { expect, test } from 'vitest'
import { needsBrowser } from './test-args.ts'

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
