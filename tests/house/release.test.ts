// A release is made in a copy of the repository: its commit, its tag, and what the next release must understand.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNewer, unreleased, withRelease } from '../../scripts/release/changelog.ts'
import { runTool } from '../../scripts/stack/shell.ts'
import { copyOfRepository } from '../support/copy-of-repository.ts'

describe('the changelog', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-11-22\n\n- Before.\n'
  test('gives what is under Unreleased to the release, and is empty above it', () => {
    expect(unreleased(text)).toBe('### Added\n\n- A thing.')
    const after = withRelease(text, '0.2.0', new Date('2026-11-27T20:00:00Z'))
    expect(after).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-11-27\n\n### Added')
    expect([unreleased(after), unreleased('# Changelog\n')]).toEqual(['', ''])
  })
  test.each([
    ['0.2.0', '0.1.0', true],
    ['0.10.0', '0.9.9', true],
    ['1.0.0', '0.99.99', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.9', '0.2.0', false],
  ])('%s after %s: %s', (version, before, newer) => expect(isNewer(version, before)).toBe(newer))
})

describe('npm run release', () => {
  let dir: string
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=op', '-c', 'user.email=op@example.com', ...args], {
      cwd: dir,
      encoding: 'utf8',
    }).trim()
  const release = (version: string) =>
    runTool('node', [join(dir, 'scripts/release/main.ts'), version], {
      cwd: dir,
      env: {
        GIT_AUTHOR_NAME: 'op',
        GIT_AUTHOR_EMAIL: 'op@example.com',
        GIT_COMMITTER_NAME: 'op',
        GIT_COMMITTER_EMAIL: 'op@example.com',
      },
    })
  const read = (file: string): string => readFileSync(join(dir, file), 'utf8')
  const written = (): string => (JSON.parse(read('package.json')) as { version: string }).version
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'wa-blaster-release-'))
    copyOfRepository(dir)
    // right after a release nothing stands there
    const changes = read('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- A thing.\n')
    writeFileSync(join(dir, 'CHANGELOG.md'), changes)
    // of what differed some stands on several lines, and some on one
    const differences = read('tests/wire/differences.ts')
      .replace(/^(export const NEW_CALLS[^=]* = )\{[\s\S]*?\}$/m, "$1{\n  'A.b':\n    'a call',\n}")
      .replace(/^(export const NEW_WORDS[^=]* = )\{[\s\S]*?\}$/m, "$1{ 'event to a page': ['rest'] }")
    writeFileSync(join(dir, 'tests/wire/differences.ts'), differences)
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-q', '-m', 'all of it')
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  test('changes nothing where it cannot be made', async () => {
    const before = git('rev-parse', 'HEAD')
    const older = await release('0.0.1')
    expect([older.code, older.output]).toEqual([1, expect.stringContaining(`0.0.1 is not newer than ${written()}`)])
    expect((await release('next')).code).toBe(1)
    writeFileSync(join(dir, 'README.md'), `${read('README.md')}\nmore`)
    expect((await release('9.0.0')).output).toContain('not committed')
    git('checkout', '-q', '--', 'README.md')
    git('checkout', '-q', '-b', 'other')
    expect((await release('9.0.0')).output).toContain('a release is made of main')
    git('checkout', '-q', 'main')
    expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain', '-uno')]).toEqual([before, '', ''])
  })
  test('makes one commit and its tag, and keeps what the next release must understand', async () => {
    const said = unreleased(read('CHANGELOG.md'))
    const { code, output } = await release('9.0.0')
    expect(code, output).toBe(0)
    expect(output).toContain('git push origin main v9.0.0')
    expect([git('describe', '--tags'), written(), git('status', '--porcelain', '-uno')]).toEqual([
      'v9.0.0',
      '9.0.0',
      '',
    ])
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string
      packages: Record<string, { version: string }>
    }
    expect([lock.version, lock.packages['']?.version]).toEqual(['9.0.0', '9.0.0'])
    expect(read('CHANGELOG.md')).toMatch(/^## \[Unreleased\]\n\n## \[9\.0\.0\] - \d{4}-\d\d-\d\d\n\n### /m)
    expect(git('tag', '-n999', '-l', 'v9.0.0').length).toBeGreaterThan(said.length)
    const wire = JSON.parse(read('tests/wire/before.json')) as { release: string; rpc: { UserChannelRpc: object } }
    expect([wire.release, 'selfCheck' in wire.rpc.UserChannelRpc]).toEqual(['9.0.0', true])
    expect(read('tests/wire/differences.ts').match(/^export const .+ = (?!\{\}$).*$/gm)).toBeNull()
    const again = await release('9.0.0')
    expect([again.code, git('rev-list', '--count', 'HEAD')]).toEqual([1, '2'])
  })
})
