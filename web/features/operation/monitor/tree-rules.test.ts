import { describe, expect, test } from 'vitest'
import { nodesOf, PAGE, textOf } from './tree-rules.ts'

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

describe('a collection', () => {
  test('up to a page shows its entries', () => {
    expect(nodesOf({ a: 1, b: [2] })).toEqual([
      { kind: 'entry', entry: { name: 'a', value: 1 } },
      { kind: 'entry', entry: { name: 'b', value: [2] } },
    ])
    expect(nodesOf(many(PAGE))).toHaveLength(PAGE)
  })

  test('beyond it shows pages of 50, the last one short', () => {
    const nodes = nodesOf(many(120))
    expect(nodes.map((node) => (node.kind === 'page' ? [node.from, node.to, node.entries.length] : null))).toEqual([
      [0, 49, 50],
      [50, 99, 50],
      [100, 119, 20],
    ])
    const [, second] = nodes
    expect(second?.kind === 'page' && second.entries[0]).toEqual({ name: '50', value: 50 })
  })
})

test.each([
  ['x"y', '"x\\"y"'],
  [null, 'null'],
  [1.5, '1.5'],
  [undefined, 'undefined'],
])('%j is written %s', (value, text) => expect(textOf(value)).toBe(text))
