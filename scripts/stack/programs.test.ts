import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { programOf } from './programs.ts'
import { root } from './shell.ts'

const place = mkdtempSync(join(tmpdir(), 'wa-blaster with a space '))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const install = (name: string, bin: unknown): void => {
  mkdirSync(join(place, 'node_modules', name), { recursive: true })
  writeFileSync(join(place, 'node_modules', name, 'package.json'), JSON.stringify({ name, bin }))
}
writeFileSync(
  join(place, 'package.json'),
  JSON.stringify({ dependencies: { plain: '1.0.0' }, devDependencies: { '@scope/many': '1.0.0', absent: '1.0.0' } }),
)
install('plain', './cli.js')
install('@scope/many', { many: 'bin/many', plain: 'not-this' })

test('a program of a package is its own script on this Node, never a shim that needs a shell', () => {
  expect(programOf(place, 'plain', ['--a b'])).toEqual({
    file: process.execPath,
    args: [join(place, 'node_modules/plain/cli.js'), '--a b'],
  })
  expect(programOf(place, 'many', [])).toEqual({
    file: process.execPath,
    args: [join(place, 'node_modules/@scope/many/bin/many')],
  })
})
test('node is this Node; what no package has is the machine’s', () => {
  expect(programOf(place, 'node', ['-v'])).toEqual({ file: process.execPath, args: ['-v'] })
  expect(programOf(place, 'git', ['status'])).toEqual({ file: 'git', args: ['status'] })
})
test.each(['wrangler', 'vite', 'vitest', 'biome', 'oxlint', 'knip', 'drizzle-kit'])('%s is found', (command) =>
  expect(programOf(root, command, []).file).toBe(process.execPath),
)
