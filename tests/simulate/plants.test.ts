// A fault can only be planted where its words still stand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLANTS } from './plants.ts'

test.each(PLANTS)('$name', ({ edits }) => {
  for (const { file, from } of edits) {
    const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    expect(source.split(from).length, `${file}: ${from}`).toBe(2)
  }
})
