import { describe, expect, test } from 'vitest'
import { auditIdIn, foundValue, ranked, rankOf, scoreBy } from './palette-order.ts'

describe('rule quick-search: what Ctrl+K found', () => {
  test('is in the order of exact, beginning, and found by something else', () => {
    const names = ['Andi Budi', 'Sari', 'Budi Santoso', 'Budi']
    expect(ranked(names, (name) => rankOf('budi', [name, 'x@y.example']))).toEqual([
      'Budi',
      'Andi Budi',
      'Budi Santoso',
      'Sari',
    ])
    expect(rankOf('0813 7771 2345', ['6281377712345', 'Cepat'])).toBeGreaterThan(rankOf('0813', ['6281377712345']))
  })
  test('comes before what is only like it, and is shown whatever is typed on', () => {
    const score = scoreBy((value, search) => (value.startsWith(search) ? 1 : 0))
    expect(score(foundValue(rankOf('budi', ['Budi']), 'Member 7'), 'budi')).toBeGreaterThan(score('budi', 'budi'))
    expect(score(foundValue(rankOf('budi', ['Andi Budi']), 'Member 8'), 'budi san')).toBeGreaterThan(0)
    expect(score('Withdraw', 'budi')).toBe(0)
  })
  test('an entry of the audit log, and no number of a telephone', () => {
    expect(['#7', '4711', ' #12 '].map(auditIdIn)).toEqual(['7', '4711', '12'])
    expect(['081377712345', '0', '#', 'a7'].map(auditIdIn)).toEqual([null, null, null, null])
  })
})
