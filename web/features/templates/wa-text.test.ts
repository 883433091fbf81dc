import { expect, test } from 'vitest'
import type { TemplateButton } from '../../../contract/templates.ts'
import { type CaptionNode, isFilled, isImage, previewText, spansOf, toWaText } from './wa-text.ts'

const tag = (name: string, children: readonly CaptionNode[], href = ''): CaptionNode => ({ name, href, children })
const button = (type: TemplateButton['type'], title = '', url = ''): TemplateButton => ({ id: '', type, title, url })

test('paragraphs and breaks become lines, bold, italic and strike become marks', () => {
  const caption = [
    tag('p', ['Halo ', tag('strong', ['{name}']), ',']),
    tag('p', [tag('em', ['gratis', tag('br', []), ' ongkir ']), tag('s', ['50'])]),
  ]
  expect(toWaText(caption)).toBe('Halo *{name}*,\n_gratis_\n_ongkir_ ~50~')
})
test('marks inside each other stay inside each other', () =>
  expect(toWaText([tag('p', [tag('strong', ['a ', tag('em', ['b'])])])])).toBe('*a _b_*'))
test('a link is its words and its address on a new line, an address alone stands once', () => {
  expect(toWaText([tag('p', ['Ke ', tag('a', ['toko'], 'https://t.id'), ' ya'])])).toBe('Ke toko\nhttps://t.id\nya')
  expect(toWaText([tag('p', [tag('a', ['https://t.id'], 'https://t.id')])])).toBe('https://t.id')
})
test('an empty caption is an empty text', () => expect(toWaText([tag('p', []), tag('p', [' '])])).toBe(''))

test('the message fills its placeholders, lists its buttons and always has a way out', () => {
  const person = { name: 'Ayu', phoneNumber: '62812' }
  expect(previewText('Hai {name} {name}, {phoneNumber}', [], person)).toBe(
    'Hai Ayu Ayu, 62812\n\nBalas BERHENTI untuk berhenti menerima pesan.',
  )
  const buttons = [button('url_button', 'Toko', 'https://t.id'), button('reply_button'), button('stop_button', 'Stop')]
  expect(previewText('', buttons, person)).toBe('Toko: https://t.id\nBalas BERHENTI untuk berhenti')
})
test('an empty row is no button', () => {
  expect(isFilled(button('reply_button', ' '))).toBe(false)
  expect(isFilled(button('stop_button'))).toBe(true)
})
test('marks are drawn where WhatsApp draws them', () => {
  expect(spansOf('a *b _c_* ~d~')).toEqual([
    'a ',
    { kind: 'bold', spans: ['b ', { kind: 'italic', spans: ['c'] }] },
    ' ',
    { kind: 'strike', spans: ['d'] },
  ])
  expect(spansOf('2*3*4 * x *')).toEqual(['2*3*4 * x *'])
  expect(spansOf('https://t.id/a_b_c _x_')).toEqual([
    { kind: 'link', url: 'https://t.id/a_b_c' },
    ' ',
    { kind: 'italic', spans: ['x'] },
  ])
})
test.each([
  ['/api/media/a.PNG', true],
  ['/api/media/a.jpeg?x=1', true],
  ['/api/media/a.svg', true],
  ['/api/media/a.mp4', false],
  ['/api/media/a.pdf', false],
])('%s is shown as a picture: %s', (name, shown) => expect(isImage(name)).toBe(shown))
