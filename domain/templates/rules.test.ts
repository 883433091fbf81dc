import { describe, expect, test } from 'vitest'
import { sniffMedia } from './rules.ts'

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
  test.each(['<svg xmlns="', 'BM12345678', '', 'GIF', '\0\0\0\x18ftypheic'])('%j is refused', (head) =>
    expect(sniffMedia(bytes(head))).toBeNull(),
  )
})
