import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { takeLock } from '../install-lock.mjs'
import { inTurn } from './in-turn.ts'

const folder = mkdtempSync(join(tmpdir(), 'wa-blaster-turns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('calls that hold one lock follow one another, also after one that failed', async () => {
  const seen: string[] = []
  const work = inTurn(async (call: number) => {
    const lock = takeLock(join(folder, 'lock'))
    try {
      seen.push(`${call} begins`)
      await nextTurn()
      if (call === 1) throw new Error('the first fails')
      seen.push(`${call} ends`)
    } finally {
      lock.release()
    }
  })
  const answers = await Promise.allSettled([work(1), work(2), work(3)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(seen).toEqual(['1 begins', '2 begins', '2 ends', '3 begins', '3 ends'])
})
