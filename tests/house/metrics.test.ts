// The table of metrics against what is documented, counted and shown.
import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { METRICS, type Metric } from '../../contract/metrics.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')
const names = Object.keys(METRICS)

test('rule metrics: docs/metrics.md has each metric with its kind, its labels and what it says', () => {
  const rows = read('docs/metrics.md').matchAll(/^\| `(wa_\w+)` \| (\w+) \| (.*?) \| (.*) \|$/gm)
  const documented = Object.fromEntries([...rows].map(([, name, kind, labels, help]) => [name, [kind, labels, help]]))
  const stated = Object.fromEntries(
    Object.entries<Metric>(METRICS).map(([name, { kind, labels, help }]) => [
      name,
      [
        kind,
        Object.keys(labels)
          .map((label) => `\`${label}\``)
          .join(', ') || '–',
        help,
      ],
    ]),
  )
  expect(documented).toEqual(stated)
})
test('rule metrics: each is counted or said somewhere, and nothing else is', () => {
  const files = globSync('{domain,worker,durable-objects,runner,contract}/**/*.ts', { cwd: ROOT })
  const code = files.filter((file) => file !== 'contract/metrics.ts' && !file.endsWith('.test.ts')).map(read)
  const said = new Set(
    code.flatMap((text) =>
      [...text.matchAll(/(?:add|observe)\(\s*'(wa_\w+)'|name: '(wa_\w+)'/g)].map(([, a, b]) => a ?? b),
    ),
  )
  expect([...said].toSorted()).toEqual(names.toSorted())
})
