// A fault can be planted only while the source still has the words that it replaces.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLANTS } from './plants.ts'
import { REPLAY_PLANTS } from './replay/plants.ts'
import { WITHDRAW_PLANTS } from './withdraws/plants.ts'

test.each([...PLANTS, ...REPLAY_PLANTS, ...WITHDRAW_PLANTS])('$name', ({ edits }) => {
  for (const { file, from } of edits) {
    const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    expect(source.split(from).length, `${file}: ${from}`).toBe(2)
  }
})
