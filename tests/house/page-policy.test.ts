// The page's content security policy: what it must never allow. That every screen works under it, the journeys show: a refusal is an
// error on the console, which fails them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headersOf } from '../../web/headers.ts'
import { root } from '../../scripts/stack/shell.ts'

const headers = headersOf()
const policy = (name: string): Map<string, string[]> => {
  const line = headers.split('\n').find((one) => one.trim().startsWith(`${name}:`)) ?? ''
  const parts = line.slice(line.indexOf(':') + 1).split(';')
  return new Map(
    parts
      .map((part) =>
        part
          .trim()

          .split(/\s+/),
      )
      .map(([key = '', ...rest]) => [key, rest]),
  )
}
const enforced = policy('Content-Security-Policy')

test('nothing inline, no evaluated text, no foreign image', () => {
  const all = [...enforced.values()].flat()
  for (const word of ["'unsafe-inline'", "'unsafe-eval'", 'https:', 'http:', '*']) expect(all).not.toContain(word)
  expect(enforced.get('default-src')).toEqual(["'self'"])
  // one script stands in the page, and no other may
  expect(enforced.get('script-src')).toEqual([
    "'self'",
    expect.stringMatching(/^'sha256-[\w+/=]{44}'$/),
    'https://challenges.cloudflare.com',
  ])
  expect(enforced.get('style-src')).toEqual(["'self'"])
  expect(enforced.get('img-src')).toEqual(["'self'", 'data:', 'blob:'])
  for (const rule of ['frame-ancestors', 'object-src', 'base-uri'])
    expect([rule, enforced.get(rule)]).toEqual([rule, ["'none'"]])
})

test('what is refused is reported, and Trusted Types are asked for', () => {
  expect(enforced.get('report-uri')).toEqual(['/api/public/csp-report'])
  expect(headers).toContain('Reporting-Endpoints: csp="/api/public/csp-report"')
  expect(policy('Content-Security-Policy-Report-Only').get('require-trusted-types-for')).toEqual(["'script'"])
})

test('the browser speaks https only, and shares no window with others', () => {
  expect(headers).toMatch(/Strict-Transport-Security: max-age=31536000; includeSubDomains/)
  expect(headers).toMatch(/Cross-Origin-Opener-Policy: same-origin/)
  expect(headers).toMatch(/X-Content-Type-Options: nosniff/)
  expect(headers).toMatch(/Referrer-Policy: strict-origin-when-cross-origin/)
})

test.each(['web/index.html', 'web/public/offline.html'])('%s has neither inline styles nor scripts', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/)
})
