import { expect, test } from 'vitest'
import { captionToWhatsapp, sanitizeCaption } from './read-caption.ts'

test.each([
  ['<b>tebal</b> <i>miring</i> <s>coret</s>', '*tebal* _miring_ ~coret~'],
  ['<strong>a</strong><em>b</em>', '*a*_b_'],
  ['<b> a </b>b', '*a* b'],
  ['<b>satu<br>dua</b>', '*satu*\n*dua*'],
  ['<p>satu</p><p><br></p><p>dua</p>', 'satu\n\ndua'],
  ['Buka <a href="https://a.test/x">toko</a> ya', 'Buka toko\nhttps://a.test/x\nya'],
  ['<a href="https://a.test">https://a.test</a>', 'https://a.test'],
  ['<b><a href="https://a.test">toko</a></b>', '*toko*\nhttps://a.test'],
  ['Halo {name} &amp; {phoneNumber} &lt;3', 'Halo {name} & {phoneNumber} <3'],
  ['<b></b>x', 'x'],
])('%s', (html, text) => expect(captionToWhatsapp(sanitizeCaption(html))).toBe(text))

test.each([
  ['<script>alert(1)</script>x', 'x'],
  ['<img src=x onerror=alert(1)>x', 'x'],
  ['<a href="javascript:alert(1)" onclick="x()">x</a>', '<a>x</a>'],
  ['<p style="color:red" class="a">x</p>', '<p>x</p>'],
])('%s is made safe', (html, safe) => expect(sanitizeCaption(html)).toBe(safe))

test('thousands of nested tags are read like twenty', () => {
  const depth = 3_000
  const html = '<b>'.repeat(depth) + 'dalam' + '</b>'.repeat(depth)
  expect(captionToWhatsapp(sanitizeCaption(html)).replaceAll('*', '')).toBe('dalam')
})
