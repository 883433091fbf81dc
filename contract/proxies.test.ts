import { expect, test } from 'vitest'
import { maskProxy, proxyValue } from './proxies.ts'

test.each(['http://a.test:80', 'https://u:p@a.test:8080', 'socks5://1.2.3.4:1080', ' http://a:1 '])(
  '%s is a proxy',
  (v) => expect(proxyValue.safeParse(v).success).toBe(true),
)
test.each(['', 'a.test:80', 'ftp://a.test:21', 'http://a.test', 'http://:80', 'http://a.test:x', 7])(
  '%s is none',
  (v) => expect(proxyValue.safeParse(v).success).toBe(false),
)
test('rule masked-credentials: credentials are masked', () =>
  expect(maskProxy('http://user:pass@a.test:80')).toBe('http://•••@a.test:80'))
