// docs/inventories.md is compared with the code: what is kept, encrypted, asked and limited stands there, and nothing else does.
import { readdirSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { IMPORT_MAX_BYTES } from '../../contract/recipients/imports.ts'
import { VALIDATOR_BYTES, VALIDATOR_MAX } from '../../contract/sending/number-checks.ts'
import { MEDIA_MAX_BYTES } from '../../contract/sending/templates.ts'
import { LIMITS } from '../../domain/ground/limits/rules.ts'
import { root } from '../../scripts/stack/shell.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const page = read('docs/inventories.md')
/** The rows of a part's tables, as cells. */
const rowsOf = (title: string): string[][] =>
  (page.split(/^## /m).find((part) => part.startsWith(title)) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (level|where|from|limit|upload|log) \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? '')
const deployed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(contract|domain|durable-objects|worker|runner|web)\/.*\.tsx?$/.test(file))
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$|^web\/first-paint\/|^web\/vite\.config\.ts$/.test(file))
const sources = deployed.map((file) => ({ file, text: read(file) }))
const filesWith = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('every table of the database has one level of care', () => {
  const sql = readdirSync(join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => read(`migrations/${name}`))
    .join('\n')
  const names = (pattern: RegExp): string[] => [...sql.matchAll(pattern)].map((m) => m[1] ?? '')
  const gone = new Set([...names(/DROP TABLE `(\w+)`/g), ...names(/ALTER TABLE `(\w+)` RENAME TO/g)])
  const renamed = names(/RENAME TO `(\w+)`/g)
  const tables = new Set([...names(/CREATE TABLE `(\w+)`/g).filter((name) => !gone.has(name)), ...renamed])
  const levels = rowsOf('Data').filter(([, cell]) => cell?.startsWith('`'))
  const told = levels.flatMap(([, cell]) => namesIn(cell ?? ''))
  expect(levels.map(([level]) => level)).toEqual(['secret', 'money', 'personal', 'inner'])
  expect(told.toSorted()).toEqual([...tables].toSorted())
})

test('every file that hashes, signs or encrypts is listed, and each that is listed does', () => {
  const used = filesWith(/\bsubtle\.|\b(createHash|createHmac|createCipheriv|createSign|scrypt)\(/)
  const told = rowsOf('Keys').flatMap(([where]) => namesIn(where ?? ''))
  expect(told.toSorted()).toEqual(used.toSorted())
})
test('no broken algorithm, no weak mode, no random value that can be guessed', () => {
  expect(filesWith(/['"](md5|sha-?1|rc4|3?des|des-[-\w]+)['"]|\becb\b|aes-\d+-cbc|RSAES|pkcs1/i)).toEqual([
    // codes of apps are HMAC-SHA1 (RFC 6238)
    'domain/people/factors/totp.ts',
  ])
  // jitter and the choice of an interval: nothing that has to be kept from anybody
  expect(filesWith(/Math\.random/)).toEqual([
    'durable-objects/account-blast/core/clock.ts',
    'runner/account-link.ts',
    'runner/control-link.ts',
    'web/realtime/use-realtime.ts',
    'worker/push.ts',
    'worker/troubles.ts',
  ])
})

describe('what is asked over the network', () => {
  const servers = sources.filter(({ file }) => !file.startsWith('web/'))
  const asking = servers.filter(({ text }) =>
    /(?<![.\w#])fetch\(/.test(text.replaceAll(/^.*\bfetch\(request: Request\).*$/gm, '')),
  )
  test('stands in the list', () => {
    const told = rowsOf('What it talks to').flatMap(([from]) => namesIn(from ?? ''))
    expect(asking.map(({ file }) => file).toSorted()).toEqual([...new Set(told)].toSorted())
  })
  test.each(asking)('$file follows no redirect and does not wait for ever', ({ text }) => {
    const calls = text.match(/(?<![.\w#])fetch\(/g)?.length ?? 0
    expect(text.match(/redirect: '(manual|error)'/g)).toHaveLength(calls)
    expect(text.match(/signal: AbortSignal\.timeout\(/g)).toHaveLength(calls)
  })
  test('certificates are checked: nothing that is deployed switches that off', () => {
    expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|minVersion: 'TLSv1(\.1)?'/)).toEqual([])
    expect(read('runner/Dockerfile')).not.toMatch(/TLS_REJECT|insecure/i)
  })
})

test('the limits of calls and files are those of the code', () => {
  const limits = rowsOf('Limits').filter(([name]) => name?.startsWith('`'))
  const told = Object.fromEntries(
    limits.map(([name, most, minutes]) => [name?.slice(1, -1), [Number(most), Number(minutes)]]),
  )
  expect(told).toEqual(
    Object.fromEntries(Object.entries(LIMITS).map(([name, { most, minutes }]) => [name, [most, minutes]])),
  )
  const MB = 1024 * 1024
  const files = rowsOf('Limits').filter(([, , , most]) => most !== undefined)
  expect(files.map(([what, , , most]) => [what, most])).toEqual(
    [
      ['a template’s media', `${MEDIA_MAX_BYTES / MB} MB`],
      ['imports', `${IMPORT_MAX_BYTES / MB} MB`],
      ['a validator’s file', `${VALIDATOR_BYTES / MB} MB, ${VALIDATOR_MAX.toLocaleString('en')} rows`],
    ].map(([what, most]) => [what?.replace('’', "'"), most]),
  )
})

describe('what is deployed', () => {
  test('runs no text as code, calls no program of the machine, and reads no XML, LDAP, LaTeX or memcache', () => {
    const servers = filesWith(
      /\beval\(|new Function\(|node:(child_process|vm|cluster)|from '(xml2js|fast-xml-parser|ldapjs|memcached|saxes)'/,
    )
    expect(servers).toEqual([])
  })
  test('writes no text as markup, and opens nothing of other windows', () => {
    const web = filesWith(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|window\.opener|srcdoc/i,
    )
    expect(web).toEqual([])
    // a joining page's button, to WhatsApp alone; a person's own page, to itself and to the Worker's
    const joining = 'worker/routes/recipients/programmes-page.ts'
    const own = 'worker/routes/recipients/suppressions-page.ts'
    const toOwn = 'web/features/recipients/suppressions/opt-out.tsx'
    expect(filesWith(/\.redirect\(|location\.(assign|replace)\(|location(\.href)? = /)).toEqual([toOwn, joining, own])
    expect(read(own).match(/\.redirect\(.*/g)).toEqual(['.redirect(linkTo(asked), 303)'])
    expect(read(own)).toContain('place: `/opt-out?token=${encodeURIComponent(token)}`')
    expect(read(toOwn)).toContain('const to = `/api/opt-out${window.location.search}`')
    expect(read(joining).match(/\.redirect\(.*/g)).toEqual([expect.stringMatching(/^\.redirect\(`https:\/\/wa\.me\//)])
    // the service worker's own word, which only a client of this origin gets
    expect(filesWith(/\.postMessage\(/)).toEqual([])
    expect(read('web/public/sw.js')).toContain('url.origin === location.origin')
  })
  test('makes no pattern of what a person wrote', () => {
    expect(filesWith(/new RegExp\(/)).toEqual([
      'contract/ground/addresses.ts',
      'contract/recipients/import-columns.ts',
      'domain/people/auth/device.ts',
      'worker/http/app-wide.ts',
    ])
  })
  test('SQL takes values as parameters: what is put in as text is a name of ours', () => {
    const raws = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/sql\.raw\(([^\n]*)/g)].map((m) => `${file}: ${m[1]}`),
    )
    expect(raws.length).toBeGreaterThan(5)
    // of a body, a query or a row nothing
    expect(
      raws.filter((raw) =>
        /\b(body|query\.|c\.req|param|search|number|email|row\.)/.test(raw.split(': ').slice(1).join()),
      ),
    ).toEqual([])
  })
  test('a field for a password hides it, may be pasted into, and tells password managers what it is', () => {
    expect(read('web/ui/password-input.tsx')).toContain("type={shown ? 'text' : 'password'}")
    expect(filesWith(/onPaste|onCopy=|autoComplete="off"[^>]*password/)).toEqual([])
    const users = sources.filter(({ text }) => text.includes('<PasswordInput'))
    expect(users.length).toBeGreaterThan(3)
    for (const { file, text } of users)
      if (file !== 'web/ui/password-input.tsx')
        expect([file, /(current|new)-password/.test(text)]).toEqual([file, true])
  })
  test('compares strictly, and writes to its log in three places', () => {
    expect(filesWith(/[\w)\]] (==|!=) [\w'"([]/).filter((file) => !file.endsWith('store.ts'))).toEqual([])
    expect(filesWith(/\bconsole\.\w+\(/)).toEqual([
      // objects, which stand below the Worker
      'durable-objects/log.ts',
      'worker/log.ts',
    ])
  })
  test('keeps its log apart, without the addresses of calls', () => {
    const config = parse(read('wrangler.toml')) as {
      observability: Record<string, unknown>
    }
    expect(config.observability).toMatchObject({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
      traces: { enabled: true },
    })
  })
  test('is published from folders that are built, without the repository’s own files', () => {
    expect(parse(read('web/wrangler.toml'))).toMatchObject({ pages_build_output_dir: 'dist' })
    expect(
      readdirSync(join(root, 'web/public'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /(^|\/)\.|\.map$/.test(name),
      ),
    ).toEqual([])
    expect(read('web/vite.config.ts')).not.toMatch(/sourcemap: (true|'inline')/)
  })
})
