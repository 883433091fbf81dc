import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { productVersion } from './version.ts'

let dir: string
const git = (...args: string[]): string => execFileSync('git', args, { cwd: dir, encoding: 'utf8' }).trim()
const commit = (text: string): string => {
  writeFileSync(join(dir, 'file'), text)
  git('add', '.')
  git('-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '-qm', text)
  return git('rev-parse', 'HEAD')
}
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wa-blaster-version-'))
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ version: '0.3.0' }))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('a build on a tag is that version, one after it says how far it is', () => {
  git('init', '-q')
  const first = commit('one')
  expect(productVersion({}, dir)).toEqual({ version: '0.3.0', commit: first })
  git('tag', 'v1.4.0')
  git('tag', 'not-a-version')
  expect(productVersion({}, dir)).toEqual({ version: '1.4.0', commit: first })
  const second = commit('two')
  expect(productVersion({}, dir)).toEqual({ version: `1.4.0-1-g${second.slice(0, 7)}`, commit: second })
  writeFileSync(join(dir, 'file'), 'changed')
  expect(productVersion({}, dir).version).toMatch(/-dirty$/)
})

test("without the repository's history it is package.json's, or what the build is told", () => {
  expect(productVersion({}, dir)).toEqual({ version: '0.3.0', commit: null })
  const told = { PRODUCT_VERSION: '2.0.0', PRODUCT_COMMIT: 'abc' }
  expect(productVersion(told, dir)).toEqual({ version: '2.0.0', commit: 'abc' })
})

test('a copy inside another repository does not take its tags', () => {
  git('init', '-q')
  commit('one')
  git('tag', 'v9.0.0')
  const copy = join(dir, 'copy')
  mkdirSync(copy)
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ version: '0.3.0' }))
  expect(productVersion({}, copy)).toEqual({ version: '0.3.0', commit: null })
})
