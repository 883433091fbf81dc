import { describe, expect, test } from 'vitest'
import { isNamedAs, sniffMedia } from './rules.ts'

describe('rule media-types: media is known by its bytes', () => {
  const bytes = (text: string) => Uint8Array.from([...text].map((c) => c.charCodeAt(0)))
  test.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['GIF89a', 'image/gif'],
    ['RIFF0000WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x18ftypisom', 'video/mp4'],
    ['%PDF-1.7', 'application/pdf'],
  ])('%j', (head, mime) => expect(sniffMedia(bytes(head))?.mime).toBe(mime))
  test.each(['<svg xmlns="', 'BM12345678', '', 'GIF', '\0\0\0\x18ftypheic'])(
    'media that begins with %j is refused',
    (head) => expect(sniffMedia(bytes(head))).toBeNull(),
  )
  test('a file that calls itself another sort of thing is refused, a photo named after another format is not', () => {
    const jpeg = { mime: 'image/jpeg', extension: 'jpg' }
    for (const name of ['foto.jpg', 'foto.PNG', 'foto', 'a.b.jpeg'])
      expect([name, isNamedAs(name, jpeg)]).toEqual([name, true])
    for (const name of ['foto.html', 'foto.jpg.exe', 'foto.pdf', 'foto.svg', 'foto.'])
      expect([name, isNamedAs(name, jpeg)]).toEqual([name, false])
    expect(isNamedAs('harga.pdf', { mime: 'application/pdf', extension: 'pdf' })).toBe(true)
  })
})
