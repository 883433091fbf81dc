import { expect, test } from 'vitest'
import { type Migration, phaseOf, planMigrations } from './phases.ts'

const file = (name: string): Migration => ({ name, sql: '', phase: phaseOf(name, `-- phase: ${name.split('_')[1]}`) })
const ALL = ['1_expand', '2_backfill', '3_contract', '4_expand', '5_contract'].map(file)
const names = (plan: ReturnType<typeof planMigrations>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(plan).map(([part, files]) => [part, files.map((one) => one.name)]))

test.each([
  {
    rule: 'an empty database is filled in the order of the files: no Worker runs that could break',
    applied: [],
    live: null,
    plan: { before: ALL.map((one) => one.name), backfill: [], contract: [], waiting: [] },
  },
  {
    rule: 'a contract waits until the Worker it came with is the one that is replaced',
    applied: ['1_expand', '2_backfill'],
    live: '3_contract',
    plan: { before: ['4_expand'], backfill: [], contract: ['3_contract'], waiting: ['5_contract'] },
  },
  {
    rule: 'a Worker older than the contract may still read what it removes',
    applied: ['1_expand'],
    live: '1_expand',
    plan: { before: ['4_expand'], backfill: ['2_backfill'], contract: [], waiting: ['3_contract', '5_contract'] },
  },
  {
    rule: 'nothing is pending',
    applied: ALL.map((one) => one.name),
    live: '5_contract',
    plan: { before: [], backfill: [], contract: [], waiting: [] },
  },
])('$rule', ({ applied, live, plan }) => {
  expect(names(planMigrations(ALL, new Set(applied), live))).toEqual(plan)
})

test('a file without a word is an expand, a wrong word is refused', () => {
  expect(phaseOf('a.sql', 'create table a (x)')).toBe('expand')
  expect(phaseOf('a.sql', '-- phase: contract\ndrop table a')).toBe('contract')
  expect(() => phaseOf('a.sql', '-- phase: later')).toThrow('a.sql: its phase is "later"')
})
