import { describe, expect, test } from 'vitest'
import { OPT_OUT_LINE } from '../../contract/opt-out.ts'
import { renderMessage, sniffMedia } from './rules.ts'

const person = { name: 'Budi', phoneNumber: '6281234567890' }
const button = (type: string, title = '', url = '') => ({ type, title, url })

describe('a message', () => {
  test('fills its placeholders', () =>
    expect(renderMessage({ textWa: 'Halo {name}, {phoneNumber}', button: [] }, person)).toBe(
      `Halo Budi, 6281234567890\n\n${OPT_OUT_LINE}`,
    ))
  test('calls nobody Kak', () =>
    expect(renderMessage({ textWa: 'Halo {name}', button: [] }, { ...person, name: '  ' })).toContain('Halo Kak'))
  test('takes a name literally', () =>
    expect(renderMessage({ textWa: '{name}', button: [] }, { ...person, name: '$& {phoneNumber}' })).toContain('$&'))
  test('shows buttons as lines and ends with the way out', () =>
    expect(
      renderMessage(
        { textWa: 'Promo', button: [button('url_button', 'Toko', 'https://a.test'), button('reply_button', 'Ya')] },
        person,
      ),
    ).toBe(`Promo\n\nToko: https://a.test\nYa\n\n${OPT_OUT_LINE}`))
  test('with a stop button says it once, in the same words always', () =>
    expect(renderMessage({ textWa: 'Promo', button: [button('stop_button', 'Tidak mau')] }, person)).toBe(
      'Promo\n\nBalas BERHENTI untuk berhenti',
    ))
})

describe('media is known by its bytes', () => {
  const bytes = (text: string) => Uint8Array.from([...text].map((c) => c.charCodeAt(0)))
  test.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['GIF89a', 'image/gif'],
    ['RIFF0000WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x18ftypisom', 'video/mp4'],
    ['%PDF-1.7', 'application/pdf'],
  ])('%j', (head, mime) => expect(sniffMedia(bytes(head))?.mime).toBe(mime))
  test.each(['<svg xmlns="', 'BM12345678', '', 'GIF', '\0\0\0\x18ftypheic'])('%j is refused', (head) =>
    expect(sniffMedia(bytes(head))).toBeNull(),
  )
})
