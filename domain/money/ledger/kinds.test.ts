import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindsOf } from './kinds.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const kindsIn = (what: RegExp): string[] => {
  const made = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(what)])
    .at(-1)?.[1]
  return [...(made ?? '').matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind)
}

test('rule money-periods: what sums the ledger by day, and what finds it by its moment, have every kind that is no messages’ money', () => {
  const moved = kindsOf('bonus', 'withheld')
  expect(kindsIn(/CREATE TRIGGER `ledger_moved` AFTER INSERT ON `ledger` WHEN new\.kind IN (\([^)]+\))/g)).toEqual(
    moved,
  )
  expect(kindsIn(/CREATE INDEX `ledger_moves` ON `ledger` \([^)]+\) WHERE kind in (\([^)]+\))/g)).toEqual(moved)
  expect(moved).not.toEqual([])
  // what is no bonus is withheld, with the other sign
  for (const bonus of [
    /\biif\(new\.kind IN (\([^)]+\)), 'bonus\.'/g,
    /\biif\(new\.kind IN (\([^)]+\)), new\.amount_sen/g,
  ])
    expect(kindsIn(bonus)).toEqual(kindsOf('bonus'))
})
