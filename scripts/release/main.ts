// `npm run release -- 1.2.0`: the commit and the tag of a release, on this machine alone. What goes out of it is the tag: the last line says how.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepWire } from '../../tests/wire/keep.ts'
import { flagsOf } from '../flags.ts'
import { mustRun, root, runTool } from '../stack/shell.ts'
import { isNewer, unreleased, withRelease } from './changelog.ts'

const usage = 'npm run release -- 1.2.0'
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const write = (file: string, text: string): void => writeFileSync(join(root, file), text)
const git = async (...args: string[]): Promise<string> => (await mustRun('git', args)).output.trim()

/** @throws Error in one line, before anything is changed */
const mustBePossible = async (version: string): Promise<string> => {
  const { version: before } = JSON.parse(read('package.json')) as { version: string }
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(usage)
  if (!isNewer(version, before)) throw new Error(`${version} is not newer than ${before} of package.json`)
  if ((await git('rev-parse', '--abbrev-ref', 'HEAD')) !== 'main') throw new Error('a release is made of main')
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
    throw new Error('there are changes that are not committed')
  if ((await runTool('git', ['rev-parse', '-q', '--verify', `refs/tags/v${version}`])).code === 0)
    throw new Error(`there is a tag v${version} already`)
  if (unreleased(read('CHANGELOG.md')) === '') throw new Error('CHANGELOG.md says nothing under Unreleased')
  return before
}

const release = async (version: string): Promise<void> => {
  const before = await mustBePossible(version)
  const said = unreleased(read('CHANGELOG.md'))
  try {
    write('CHANGELOG.md', withRelease(read('CHANGELOG.md'), version, new Date()))
    // of the first lines alone: packages have versions, too
    for (const file of ['package.json', 'package-lock.json'])
      write(
        file,
        read(file).replace(/^[\s\S]{0,400}/, (top) =>
          top.replaceAll(`"version": "${before}"`, `"version": "${version}"`),
        ),
      )
    // what this release says on its wires is what the next one must understand
    keepWire(version)
    await git('commit', '-q', '-a', '-m', `chore(release): ${version}`)
  } catch (error) {
    await git('checkout', '-q', '--', '.')
    throw error
  }
  await git('tag', '-a', `v${version}`, '-m', `${version}\n\n${said}`)
  console.log(`v${version} stands here. It goes to production, after a review, by: git push origin main v${version}`)
}

const { positionals } = flagsOf(usage, { allowPositionals: true })
await release(positionals[0] ?? '').catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
