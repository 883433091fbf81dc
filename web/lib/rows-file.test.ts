import { expect, test } from 'vitest'
import { rowsToText } from './rows-file.ts'

const rows = [
  { number: '6281234567890', name: 'Ayu, "Toko"', reason: 'duplicate' },
  { number: '=1+1', name: '@SUM(A1)', reason: 'invalid' },
]

test('rule spreadsheet-safe: a CSV has its headings, quotes what needs it and lets no cell be a formula', async () => {
  const lines = (await rowsToText(rows, ['number', 'name', 'reason'], 'csv')).trim().split('\r\n')
  expect(lines).toEqual(['number,name,reason', '6281234567890,"Ayu, ""Toko""",duplicate', "'=1+1,'@SUM(A1),invalid"])
})

test('a JSON file carries the named columns only', async () => {
  expect(JSON.parse(await rowsToText(rows, ['number'], 'json'))).toEqual([
    { number: '6281234567890' },
    { number: '=1+1' },
  ])
})
