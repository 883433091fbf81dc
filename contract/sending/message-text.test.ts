import { describe, expect, test } from 'vitest'
import {
  type CaptionNode,
  captionText,
  placeholderProblem,
  renderMessage,
  unfilledPlaceholders,
} from './message-text.ts'
import { OPT_OUT_LINE } from '../recipients/opt-out.ts'

const tag = (name: string, children: readonly CaptionNode[], href = ''): CaptionNode => ({ name, href, children })

test('rule caption: paragraphs and breaks become lines, bold, italic and strike become marks', () => {
  const caption = [
    tag('p', ['Halo ', tag('strong', ['{name}']), ',']),
    tag('p', [tag('em', ['gratis', tag('br', []), ' ongkir ']), tag('s', ['50'])]),
  ]
  expect(captionText(caption)).toBe('Halo *{name}*,\n_gratis_\n_ongkir_ ~50~')
})
test('marks inside each other stay inside each other', () =>
  expect(captionText([tag('p', [tag('strong', ['a ', tag('em', ['b'])])])])).toBe('*a _b_*'))
test('a link is its words and its address on a new line, an address alone stands once', () => {
  expect(captionText([tag('p', ['Ke ', tag('a', ['toko'], 'https://t.id'), ' ya'])])).toBe('Ke toko\nhttps://t.id\nya')
  expect(captionText([tag('p', [tag('a', ['https://t.id'], 'https://t.id')])])).toBe('https://t.id')
})
test('an empty caption is an empty text', () => expect(captionText([tag('p', []), tag('p', [' '])])).toBe(''))

test('a link whose address must not leave is its words', () => {
  const links = ['javascript:alert(1)', 'data:text/html,x', 'toko.id'].map((href) => tag('a', ['toko'], href))
  expect(captionText([tag('p', links)])).toBe('tokotokotoko')
})

const person = { name: 'Budi', phoneNumber: '6281234567890' }
const button = (type: string, title = '', url = '') => ({ type, title, url })

describe('a message', () => {
  test('fills its placeholders', () =>
    expect(renderMessage({ textWa: 'Halo {name}, {phoneNumber}', button: [] }, person)).toBe(
      `Halo Budi, 6281234567890\n\n${OPT_OUT_LINE}`,
    ))
  test('rule caption: a person without a name is called Kak', () =>
    expect(renderMessage({ textWa: 'Halo {name}', button: [] }, { ...person, name: '  ' })).toContain('Halo Kak'))
  test('takes a name literally', () =>
    expect(renderMessage({ textWa: '{name}', button: [] }, { ...person, name: '$& {phoneNumber}' })).toContain('$&'))
  test('rules way-out, buttons: shows buttons as lines and ends with how to stop', () =>
    expect(
      renderMessage(
        { textWa: 'Promo', button: [button('url_button', 'Toko', 'https://a.test'), button('reply_button', 'Ya')] },
        person,
      ),
    ).toBe(`Promo\n\nToko: https://a.test\nYa\n\n${OPT_OUT_LINE}`))
  test.each([
    ['url_button', 'javascript:alert(1)', 'Toko'],
    ['url_button', 'http://a.test', 'Toko'],
    ['url_button', 'https://a.test\njavascript:alert(1)', 'Toko'],
    ['reply_button', 'javascript:alert(1)', 'Toko'],
    ['call_button', 'javascript:alert(1)', 'Toko'],
    ['call_button', 'https://a.test', 'Toko'],
    ['call_button', '0812-3456-7890', 'Toko: tel:+6281234567890'],
    ['stop_button', 'javascript:alert(1)', 'Balas BERHENTI untuk berhenti'],
  ])('never carries an address that must not leave: a %s to %j', (type, url, line) =>
    expect(renderMessage({ textWa: '', button: [button(type, 'Toko', url)] }, person).split('\n')[0]).toBe(line),
  )
  test('has no line for a button that has only an address that must not be sent', () =>
    expect(renderMessage({ textWa: 'Promo', button: [button('url_button', '', 'javascript:alert(1)')] }, person)).toBe(
      `Promo\n\n${OPT_OUT_LINE}`,
    ))
  test('leaves empty rows of buttons out', () =>
    expect(
      renderMessage({ textWa: '', button: [button('reply_button', ' '), button('stop_button', 'x')] }, person),
    ).toBe('Balas BERHENTI untuk berhenti'))
  test('with a stop button says it once, in the same words always', () =>
    expect(renderMessage({ textWa: 'Promo', button: [button('stop_button', 'Tidak mau')] }, person)).toBe(
      'Promo\n\nBalas BERHENTI untuk berhenti',
    ))
})

describe('rule template-placeholders: of a message nobody fills', () => {
  const found = (textWa: string, ...buttons: ReturnType<typeof button>[]) =>
    unfilledPlaceholders({ textWa, button: buttons })
  test.each([
    ['Halo {nama}, kode {kode promo} dan {nama}', ['{nama}', '{kode promo}']],
    ['{Name} {NAME} { name } {na\u200bme} {*name*}', ['{Name}', '{NAME}', '{ name }', '{na\u200bme}', '{*name*}']],
    [
      '{{name}} {{1}} {first_name} {kota-asal} {ñandú}',
      ['{{name}}', '{{1}}', '{first_name}', '{kota-asal}', '{ñandú}'],
    ],
    ['https://a.test/?id=%7Bid%7D', ['{id}']],
    ['Halo {name}, {phoneNumber}', []],
    ['{ } {} {"a":1} {a, b} } { {', []],
  ])('%j', (text, unfilled) => expect(found(text)).toEqual(unfilled))
  test('also every one of buttons, which fill none, but for the title that nobody reads', () => {
    expect(found('', button('reply_button', 'Halo {name}'), button('url_button', 'Ya', 'https://a.test/{id}'))).toEqual(
      ['{name}', '{id}'],
    )
    expect(found('', button('stop_button', '{name}'))).toEqual([])
  })
  test('is what rendering leaves as it stands', () => {
    expect(renderMessage({ textWa: '{nama}', button: [button('reply_button', '{name}')] }, person)).toContain(
      '{nama}\n\n{name}',
    )
    expect(placeholderProblem({ textWa: '{name}', button: [] })).toBeNull()
  })
})
