// The scan for secrets of `npm run check` with this repository's own rules: planted ones are found, its own files are clean.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root, runTool } from '../../scripts/stack/shell.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const scan = (text: string) => {
  writeFileSync(join(folder, 'planted.ts'), text)
  return runTool('secretlint', ['--secretlintrc', join(root, '.secretlintrc.json'), 'planted.ts'], { cwd: folder })
}

// put together here, so that this file itself is clean
test.each([
  ["a provider's token", `const token = '${['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')}'`],
  [
    'a private key',
    ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ') +
      `\n${'MIIEowIBAAKCAQEA'.repeat(20)}\n-----END RSA PRIVATE KEY-----`,
  ],
  ['a password in an address', `fetch('https://${['budi', 'rahasia8'].join(':')}@bank.example.com/')`],
  ['a key of a ring', `LINK_KEYS="${['k1', '0123456789abcdef'.repeat(4)].join(':')}"`],
])('%s is found in a file', async (_, text) => {
  const { code, output } = await scan(text)
  expect(code, output).toBe(1)
})

test('a file without one passes', async () => {
  expect(await scan(`export const digest = 'sha256:${'0123456789abcdef'.repeat(4)}'`)).toMatchObject({ code: 0 })
})
