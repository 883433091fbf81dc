// An amount turns from rupiah into sen, and a part into percent, by a function with a name: a bare factor of a hundred does not say which,
// and was never seen by the types that keep the two apart.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

/** Where the functions stand, and this page. */
const MAY = [
  'contract/ground/money.ts',
  'contract/ground/percent.ts',
  'contract/ground/percent-parts.ts',
  'tests/house/amounts.test.ts',
]
/** `100 * DAY_MS` and `100 * 1024` are a hundred of something. */
const BARE = /[*/] ?100(?![\w.])(?! \* \d)|(?<![\w.])100 ?\*(?! ?(?:\d|[A-Z_]+_MS\b))/
const isBare = (line: string): boolean => BARE.test(line.replace(/^\s*(\/\/|\/?\*).*/, '').replace(/ \/\/ .*/, ''))

test.each([
  'const amountSen = row.nominal * 100',
  'income: row.income_sen / 100,',
  'const share = (price * percent) / 100',
  'const rate = (100 * optOuts) / sent',
  '(select coalesce(sum(nominal), 0) * 100 from withdraws)',
])('a bare hundred is found: %s', (line) => {
  expect(isBare(line)).toBe(true)
})
test.each([
  'const MAX_BYTES = 100 * 1024 * 1024',
  'const later = now + 100 * DAY_MS',
  'const mean = (sum * 1_000) / 100.5',
  '// Sen are 1/100 rupiah',
  'const half = of / 1000',
])('another one is not: %s', (line) => {
  expect(isBare(line)).toBe(false)
})

test('sen, rupiah and percent are made by functions alone', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|js|sql)$/.test(file) && !MAY.includes(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (isBare(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
