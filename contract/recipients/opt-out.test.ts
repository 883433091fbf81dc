import { describe, expect, test } from 'vitest'
import { isOptIn, isOptOut } from './opt-out.ts'

describe('rule opt-out-words: a reply that means stop', () => {
  test.each(['STOP', ' berhenti ', 'Berhenti!', 'berhenti 🙏🏽', 'unsub.', 'Unsubscribe', 'jangan  kirim!!', 'STOP ❤️'])(
    '%s ends sending',
    (text) => expect(isOptOut(text)).toBe(true),
  )
  test.each(['', '!', 'jangan berhenti', 'stop dong kak', 'berhentikan', `STOP${' '.repeat(80)}x`])(
    '%s does not',
    (text) => expect(isOptOut(text)).toBe(false),
  )
  test('the title of a stop button this account sent does', () => {
    expect(isOptOut('tidak mau lagi.', ['Tidak mau lagi'])).toBe(true)
    expect(isOptOut('tidak mau lagi')).toBe(false)
  })
})

describe('rule lift: a message asks for more', () => {
  test.each(['MULAI', ' mulai! ', 'Lanjut 🙏', 'start.'])('%j', (text) =>
    expect([isOptIn(text), isOptOut(text)]).toEqual([true, false]),
  )
  test.each(['mulai dong', 'STOP', 'jangan mulai', '', 'MULAI STOP'])('%j does not', (text) =>
    expect(isOptIn(text)).toBe(false),
  )
})
