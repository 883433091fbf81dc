// The lists of tests/order.ts name files: a name that no file has would leave that file out without a word.
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
