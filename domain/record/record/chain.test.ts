// What days that older versions closed are proved with.
import { expect, test } from 'vitest'
import {
  CONTENTS,
  digestOf,
  entryText,
  headOf,
  type Parts,
  SEALED,
  SEALED_TABLES,
  type SealedTable,
  treeSum,
} from './chain.ts'

/** Two entries of a table, in which each column says its name. */
const rootOf = (table: SealedTable): string => {
  const sum = treeSum()
  for (const n of [1, 2])
    sum.add(entryText(Object.fromEntries(SEALED[table].split(', ').map((column) => [column, `${column} ${n}`]))))
  return sum.end()
}
/** As the version that sealed the table first had it: never changed. */
const ROOTS: Readonly<Record<SealedTable, string>> = {
  audit_log: '992fbee38eae9f5d6afc5749ac7f32c002db43c44591cfab1a7bace30b0a5efc',
  ledger: 'ef9728e59cbf8165a6091113b283fa8f8be5fb6ce6d9727749ff1c3b0556705c',
  security_events: 'f2df9fe5ad30c8f1197b351beadeb7b40603826d9697acbccd610b34298eba26',
  consent_history: '1dc8f19283fbb0142c30f1731cf6b0682f5c6bee3f063be1faeb738c074375d6',
  consent_imports: '37d1a1d2c5874f4bdf087ab039394b1f41700493cdd571730d2b553075da2dc9',
}

test('rule record-chain: an entry is proved with the contents that its digest was made of', () => {
  const digests = Object.entries(CONTENTS).map(([table, fields]) => [
    table,
    digestOf(
      'salt',
      fields.map((field) => `${field} 1`),
    ),
  ])
  expect(Object.fromEntries(digests)).toEqual({
    audit_log: 'bfb183834f6e7527b92827ab6ed5850734614a804fc70214bc9b1a6e4cd85f61',
    security_events: '5a1d6bacbe27c65ba10073829f7e9d057330bb83eb50b37fd1ce4a72d0c1501e',
  })
})

test('rule record-chain: a closed day is proved with the columns that its entries were sealed with', () => {
  expect(Object.fromEntries(SEALED_TABLES.map((table) => [table, rootOf(table)]))).toEqual(ROOTS)
  const parts: Parts = Object.fromEntries(
    SEALED_TABLES.map((table) => [table, { after: 0, last: 2, rows: 2, root: ROOTS[table] }]),
  )
  expect(headOf('', '2026-01-31', parts)).toBe('1ca5d98fe88916b68121f99cfcc4beb7ee795448a693deef4529414699de967a')
})
