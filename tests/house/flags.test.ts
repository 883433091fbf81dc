// What a command says to `--help` and to what it does not take.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, runTool } from '../../scripts/stack/shell.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const run = (command: string, ...args: string[]) =>
  runTool('node', [...(scripts[command] ?? '').split(' ').slice(2), ...args])

test.each(['alert-key', 'bench', 'check', 'demo', 'film', 'release', 'rules', 'simulate'])(
  'npm run %s says what it takes',
  async (command) => {
    const [help, wrong] = await Promise.all([run(command, '--help'), run(command, '--no-such-flag')])
    expect(help.output).toMatch(new RegExp(`^Usage: .*npm run ${command}\\b`))
    expect(help.code).toBe(0)
    expect(wrong.output).toBe(`Unknown option '--no-such-flag'\n${help.output}`)
    expect(wrong.code).toBe(2)
  },
)
test.each([
  ['bench', 'blasts'],
  ['check', 'type'],
  ['simulate', '--seeds=many'],
])('npm run %s names what is not there: %s', async (command, said) => {
  const { code, output } = await run(command, said)
  expect(output).toMatch(/^.+\nUsage: /)
  expect(code).toBe(2)
})
const fileOf = (script: string): string | undefined =>
  script.split(' ').findLast((word) => /^(scripts|tests)\/.*\.ts$/.test(word))
/** They hand on what they are given, to vitest and to drizzle-kit. */
const HANDED_ON = ['scripts/test.ts', 'scripts/db-generate.ts']
test('every command reads its flags in one place', () => {
  const files = Object.values(scripts).flatMap((script) => fileOf(script) ?? [])
  expect(files.length).toBeGreaterThan(20)
  const without = files.filter((file) => !/^[^/]*\bflagsOf\(/m.test(readFileSync(join(root, file), 'utf8')))
  expect([...new Set(without)]).toEqual(HANDED_ON)
})
test('every flag that a page gives a command is one that it takes', () => {
  const pages = [...globSync('docs/**/*.md', { cwd: root }), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n')
  const given = [...text.matchAll(/npm run (?:--silent )?([\w:-]+) -- ([^`\n|#]*)/g)].flatMap(
    ([, command = '', line = '']) =>
      [...line.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map(([, flag = '']) => ({ command, flag })),
  )
  expect(given.length).toBeGreaterThan(50)
  const unknown = given.filter(({ command, flag }) => {
    const file = fileOf(scripts[command] ?? '')
    const taken = new RegExp(`--${flag}\\b|\\b${flag}:|'${flag}'`)
    return file === undefined || (!HANDED_ON.includes(file) && !taken.test(readFileSync(join(root, file), 'utf8')))
  })
  expect(unknown).toEqual([])
})
test('nothing else takes them apart', () => {
  const files = globSync('{scripts,tests,sandbox,runner,durable-objects}/**/*.{ts,mjs}', { cwd: root })
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  expect(files.filter((file) => /import .*\bparseArgs\b.* from 'node:util'/.test(read(file)))).toEqual([
    'scripts/flags.ts',
  ])
})
