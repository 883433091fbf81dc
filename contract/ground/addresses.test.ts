import { describe, expect, test } from 'vitest'
import { buttonAddress, callAddress, httpsAddress, isCaptionLink } from './addresses.ts'

describe('an https address', () => {
  test.each(['https://a.test', 'https://t.me/nama?x=1#y', 'HTTPS://A.TEST', ' https://a.test/x '])('%s', (written) =>
    expect(httpsAddress(written)).toBe(written.trim()),
  )
  test.each([
    'http://a.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://a.test',
    'data:text/html,x',
    'ftp://a.test',
    '//a.test',
    'a.test',
    'https://',
    'https:a.test',
    'https://a.test/ x',
    'https://a.test\njavascript:alert(1)',
    'https://a\u202e.test',
    '\u0000https://a.test',
    '',
  ])('not %j', (written) => expect(httpsAddress(written)).toBeNull())
})

describe('an address that is called', () => {
  test.each([
    ['tel:+6281234567890', 'tel:+6281234567890'],
    ['0812-3456-7890', 'tel:+6281234567890'],
    ['6281234567890', 'tel:+6281234567890'],
    ['TEL: +62 812 3456 7890', 'tel:+6281234567890'],
    ['(021) 555 12345', 'tel:+622155512345'],
    ['+1 202 555 0100', 'tel:+12025550100'],
    ['14045', 'tel:14045'],
    ['1500888', 'tel:1500888'],
  ])('%s is %s', (written, address) => expect(callAddress(written)).toBe(address))
  test.each(['javascript:alert(1)', 'https://a.test', 'tel:', 'tel:abc', '12', '+0', 'tel:tel:0812', ''])(
    'not %j',
    (written) => expect(callAddress(written)).toBeNull(),
  )
})

test.each([
  ['url_button', 'https://a.test', 'https://a.test'],
  ['url_button', '0812-3456-7890', null],
  ['call_button', '0812-3456-7890', 'tel:+6281234567890'],
  ['call_button', 'https://a.test', null],
  ['reply_button', ' ', ''],
  ['reply_button', 'javascript:alert(1)', null],
])('a %s with %s leads to %j', (type, url, address) => expect(buttonAddress({ type, url })).toBe(address))

test.each([
  ['https://a.test', true],
  ['http://a.test', false],
  ['tel:+62', true],
  ['mailto:a@a.test', true],
  ['javascript:alert(1)', false],
  [' https://a.test', false],
  ['a.test', false],
])('a caption may link to %s: %s', (href, may) => expect(isCaptionLink(href)).toBe(may))
