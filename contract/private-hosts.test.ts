import { expect, test } from 'vitest'
import { isPrivateAddress } from './private-hosts.ts'

test.each([
  'http://127.0.0.1:80',
  'http://u:p@127.0.0.1:80',
  'socks5://10.1.2.3:1080',
  'http://172.31.0.1:1',
  'http://192.168.1.1:1',
  'http://169.254.169.254:80',
  'http://100.64.0.1:1',
  'http://0.0.0.0:1',
  'socks5://2130706433:1',
  'socks5://0x7f.1:1',
  'http://0177.0.0.1:1',
  'http://localhost:1',
  'http://a.localhost.:1',
  'http://redis:6379',
  'http://db.internal:1',
  'http://[::1]:1',
  'http://[::ffff:10.0.0.1]:1',
  'http://[fe80::1]:1',
  'http://[fd00::1]:1',
])('%s is our own network', (address) => expect(isPrivateAddress(address)).toBe(true))
test.each([
  'http://u:p@proxy.example.com:80',
  'socks5://8.8.8.8:1080',
  'http://172.32.0.1:1',
  'http://100.128.0.1:1',
  'http://[2606:4700::1111]:1',
])('%s is not', (address) => expect(isPrivateAddress(address)).toBe(false))
