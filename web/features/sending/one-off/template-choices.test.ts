import { expect, test } from 'vitest'
import type { Template } from '../../../../contract/sending/templates.ts'
import { choicesOf, nameOf, SHOWN } from './template-choices.ts'

const template = (id: string, text_wa: string, status: Template['status'] = 'active'): Template => ({
  id,
  version: 'v',
  media: null,
  text: text_wa,
  text_wa,
  button: [],
  status,
  only_campaigns: false,
  count_use: 0,
  count_success: 0,
  count_fail: 0,
  count_stop: 0,
  paused: null,
  topic: '',
  name: '',
})

test('active ones with all the words, whatever their case and order', () => {
  const list = [
    template('a', 'Promo *Besok* pagi'),
    template('b', 'besok libur'),
    template('c', 'Besok pagi', 'nonactive'),
  ]
  const ids = (typed: string) => choicesOf(list, typed).map(({ id }) => id)
  expect([ids(''), ids(' pagi BESOK '), ids('libur'), ids('x')]).toEqual([['a', 'b'], ['a'], ['b'], []])
})
test('no more than a list shows', () =>
  expect(
    choicesOf(
      Array.from({ length: SHOWN + 5 }, (_, i) => template(String(i), 'Halo')),
      '',
    ),
  ).toHaveLength(SHOWN))
test('a name that it was given, which is searched, too', () => {
  const named = { ...template('a', 'Halo'), name: 'Undangan Rapat' }
  expect([nameOf(named, 'Media'), choicesOf([named], 'rapat').length]).toEqual(['Undangan Rapat', 1])
})
test('a name is one line of its first words', () => {
  expect(nameOf(template('a', 'Halo\n\n{name}'), 'Media')).toBe('Halo {name}')
  expect(nameOf(template('a', ' '), 'Media')).toBe('Media')
  expect(nameOf(template('a', 'kata '.repeat(40)), 'Media')).toMatch(/^(kata ){15}kata…$/)
})
