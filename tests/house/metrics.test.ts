// The table of metrics against what is documented, counted and shown.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { METRICS, type Metric } from '../../contract/operation/metrics.ts'

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
  const code = files.filter((file) => file !== 'contract/operation/metrics.ts' && !file.endsWith('.test.ts')).map(read)
  const said = new Set(
    code.flatMap((text) =>
      [...text.matchAll(/(?:add|observe)\(\s*'(wa_\w+)'|name: '(wa_\w+)'/g)].map(([, a, b]) => a ?? b),
    ),
  )
  expect([...said].toSorted()).toEqual(names.toSorted())
})

const target = z.strictObject({
  refId: z.string().regex(/^[A-Z]$/),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') }),
  expr: z.string().min(1),
  legendFormat: z.string(),
})
const gridPos = z.strictObject({ h: z.number(), w: z.number(), x: z.number(), y: z.number() })
const dashboard = z.looseObject({
  uid: z.string().max(40),
  title: z.string().min(1),
  schemaVersion: z.number().min(36),
  time: z.object({ from: z.string(), to: z.string() }),
  templating: z.object({
    list: z.tuple([z.looseObject({ name: z.literal('datasource'), type: z.literal('datasource') })]),
  }),
  panels: z.array(
    z.discriminatedUnion('type', [
      z.looseObject({ id: z.number(), type: z.literal('row'), title: z.string(), gridPos }),
      z.looseObject({
        id: z.number(),
        type: z.enum(['stat', 'timeseries']),
        title: z.string().min(1),
        gridPos,
        targets: z.array(target).min(1),
        fieldConfig: z.looseObject({ defaults: z.looseObject({ unit: z.string() }) }),
      }),
    ]),
  ),
})
/** As an expression may name a metric, with the labels that it has there. */
const seriesNames = new Map(
  Object.entries<Metric>(METRICS).flatMap(([name, { kind, labels }]) =>
    (kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map((suffix) => [
      name + suffix,
      { name, labels: [...Object.keys(labels), ...(suffix === '_bucket' ? ['le'] : [])] },
    ]),
  ),
)
test('the dashboard of Grafana is one, and shows every metric of the table and no other, by labels that it has', () => {
  const { panels } = dashboard.parse(JSON.parse(read('deploy/grafana/dashboard.json')))
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)}/${y + Math.floor(i / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  const targets = panels.flatMap((panel) => (panel.type === 'row' ? [] : panel.targets))
  const shown = new Set<string>()
  for (const { expr, legendFormat } of targets) {
    const used = [...expr.matchAll(/\bwa_\w+/g)].map(([name]) => seriesNames.get(name))
    expect([expr, used.includes(undefined), used.length > 0]).toEqual([expr, false, true])
    for (const one of used) shown.add(one?.name ?? '')
    const labels = [
      ...[...expr.matchAll(/(\w+)="/g)].map(([, label]) => label),
      ...[...expr.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', ')),
      ...[...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label]) => label),
    ]
    const known = used.flatMap((one) => one?.labels ?? [])
    expect([expr, labels.filter((label) => !known.includes(label ?? ''))]).toEqual([expr, []])
  }
  expect([...shown].toSorted()).toEqual(names.toSorted())
})
