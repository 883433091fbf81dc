// What the tests owe each other: the lists of tests/order.ts name files that exist, members belong to one file, and no clock decides.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'
import { LONGEST, QUICK } from '../order.ts'
import { emailOf, MEMBERS } from '../support/people.ts'

test.each([...LONGEST, ...QUICK])('%s exists', (file) => expect(existsSync(join(root, file))).toBe(true))

test.each(MEMBERS)('the member %s belongs to one browser test: files share a product one after the other', (name) => {
  const folders = ['tests/browser', 'tests/long-browser'].map((folder) => join(root, folder))
  const texts = folders.flatMap((folder) => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')))
  const signs = [`emailOf('${name}')`, emailOf(name), `uji-${name}`]
  expect(texts.filter((text) => signs.some((sign) => text.includes(sign))).length).toBeLessThanOrEqual(1)
})

test('the types of every folder of tests are checked', () => {
  const folders = readdirSync(join(root, 'tests'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const configs = readdirSync(root).filter((file) => /^tsconfig\..*\.json$/.test(file))
  const included = configs.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  expect(folders.map(({ name }) => name).filter((name) => !included.includes(`"tests/${name}"`))).toEqual([])
})

// some work belongs to the hour or to each fifth minute: by the clock a test would fail in one minute of five only
test('every test says in which minute its cron runs', () => {
  const folder = join(root, 'tests')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const silent = files.filter((file) =>
    /createScheduledController\(\s*\)/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(silent).toEqual([])
})
