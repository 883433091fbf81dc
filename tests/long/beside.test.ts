// One side of the world from another checkout: the same code changes nothing, and what two releases must not do to each other is found.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfRepository } from '../support/copy-of-repository.ts'

let before: string
beforeAll(() => {
  before = mkdtempSync(join(tmpdir(), 'wa-blaster-before-'))
  copyOfRepository(before)
})
afterAll(() => rmSync(before, { recursive: true, force: true }))

const here = (file: string): string => join(import.meta.dirname, '../simulate', file)
const IMPORTS = ['platform/loader.ts', 'plant.ts', 'beside.ts'].flatMap((file) => ['--import', here(file)])
/** Histories beside the other checkout, in which one line is otherwise. */
const playBeside = (of: string, edit: { file: string; from: string; to: string }) => {
  const path = join(before, edit.file)
  const source = readFileSync(path, 'utf8')
  expect(source.split(edit.from)).toHaveLength(2)
  writeFileSync(path, source.replace(edit.from, edit.to))
  const args = ['--disable-warning=ExperimentalWarning', ...IMPORTS, here('main.ts'), '--seeds', '4']
  const { status, stderr } = spawnSync(process.execPath, [...args, '--beside', before, '--of', of], {
    encoding: 'utf8',
  })
  writeFileSync(path, source)
  return { status, stderr }
}
const SEND = "kind: z.literal('send'),"

test.each([
  [
    'older runners that read the same',
    'runners',
    'contract/operation/runner.ts',
    SEND,
    `${SEND} newer: z.string().default(''),`,
    0,
    '',
  ],
  [
    'accounts that call the fleet by a name that it does not have yet',
    'fleet',
    'durable-objects/runner-fleet/object.ts',
    'async place(',
    'async putSomewhere(',
    1,
    'only 0 messages were sent',
  ],
  [
    'a command in a shape that older runners do not read',
    'runners',
    'contract/operation/runner.ts',
    SEND,
    `${SEND} newer: z.string(),`,
    1,
    'only 0 messages were sent',
  ],
] as const)('%s', (_, of, file, from, to, status, says) => {
  const played = playBeside(of, { file, from, to })
  expect(played, played.stderr).toMatchObject({ status })
  expect(played.stderr).toContain(says)
})
