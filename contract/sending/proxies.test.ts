import { expect, test } from 'vitest'
import { maskPassword, maskProxy, maskWritten, proxyValue } from './proxies.ts'

test.each(['http://a.test:80', 'https://u:p@a.test:8080', 'socks5://1.2.3.4:1080', ' http://a:1 '])(
  '%s is a proxy',
  (v) => expect(proxyValue.safeParse(v).success).toBe(true),
)
test.each([
  '',
  'a.test:80',
  'http:user:pass@a.test:80',
  'http:/a.test:80',
  'a.test:80:user',
  'ftp://a.test:21',
  'http://a.test',
  'http://:80',
  'http://a.test:x',
  7,
])('%s is none', (v) => expect(proxyValue.safeParse(v).success).toBe(false))
test.each([
  ['a.test:80:user:p@ss', false],
  ['1.2.3.4:8080:user:p:ss', 'http://user:p%3Ass@1.2.3.4:8080'],
  ['a.test:80:user:sandi', 'http://user:sandi@a.test:80'],
])('%s, as sellers write it', (written, read) => {
  const parsed = proxyValue.safeParse(written)
  expect(parsed.success && parsed.data).toBe(read)
})
test.each([
  ['http://user:pass@a.test:80', 'http://•••@a.test:80'],
  ['http://user@a.test:8080/', 'http://•••@a.test:8080'],
  ['socks5://user:p/ss@1.2.3.4:1080', '•••'],
  ['socks5://user:pass@1.2.3.4:1080', 'socks5://•••@1.2.3.4:1080'],
  // stored before the slashes were asked for
  ['http:user:pass@a.test:80', 'http://•••@a.test:80'],
  ['http:/user:pass@a.test:80', 'http://•••@a.test:80'],
  ['http://a.test:80', 'http://a.test:80'],
  ['user:pass', '•••'],
])('rule masked-credentials: of %s no credential is shown', (value, shown) => expect(maskProxy(value)).toBe(shown))
test.each([
  ['http://user:pass@a.test:80', 'http://•••@a.test:80'],
  ['1.2.3.4:99999:user:pass', '1.2.3.4:99999:•••'],
  ['user:pass@a.test', '•••@a.test'],
  ['socks4://user:p/ss@a.test:80', '•••'],
  ['bukan proxy', 'bukan proxy'],
])('rule masked-credentials: a line of a file, %s, is shown as %s', (line, shown) =>
  expect(maskWritten(line)).toBe(shown),
)
test.each([
  ['http://user-sg-1:pass@a.test:80', 'http://user-sg-1:•••@a.test:80'],
  ['socks5://u$&1:p@a.test:1', 'socks5://u$&1:•••@a.test:1'],
  ['http://user@a.test:8080/', 'http://user@a.test:8080'],
  ['http://a.test:80', 'http://a.test:80'],
  ['socks5://user:p/ss@1.2.3.4:1080', '•••'],
  [`http://${'u'.repeat(60)}:p@a.test:80`, `http://${'u'.repeat(40)}…:•••@a.test:80`],
])('rule masked-credentials: %s is told from others of its host by its user, without its password', (value, shown) =>
  expect(maskPassword(value)).toBe(shown),
)
