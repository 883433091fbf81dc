import { expect, test } from 'vitest'
import type { TemplateButton } from '../../../contract/sending/templates.ts'
import { isFilled, isImage, spansOf } from './wa-text.ts'

const button = (type: TemplateButton['type'], title = '', url = ''): TemplateButton => ({ id: '', type, title, url })

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
