// The page to print or to hand over: one file without scripts. It is made as a document, so that whatever a name holds stays text.
import { formatMoment, formatNumber } from '../../../lib/format/format.ts'
import { dataRequestTexts as texts } from '../../../texts/indonesian.ts'
import type { HandedOver } from './collect.ts'
import { sectionsOf } from './sections.ts'

export const pageFile = (shown: HandedOver): Blob => {
  const page = document.implementation.createHTMLDocument(texts.of(shown.number))
  page.documentElement.lang = document.documentElement.lang
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  page.head.prepend(charset)
  const add = (parent: Element, name: string, text = ''): Element => {
    const made = page.createElement(name)
    made.textContent = text
    parent.append(made)
    return made
  }
  add(page.body, 'h1', texts.of(shown.number))
  add(page.body, 'p', texts.at(formatMoment(shown.date), shown.reference))
  if (shown.silent > 0) add(page.body, 'p', texts.incomplete(formatNumber(shown.silent)))
  for (const { title, rows, note } of sectionsOf(shown)) {
    add(page.body, 'h2', title)
    if (rows.length === 0) add(page.body, 'p', texts.none)
    if (note !== null) add(page.body, 'p', note)
    const list = rows.length > 0 ? add(page.body, 'ul') : page.body
    for (const row of rows) {
      const item = add(list, 'li')
      add(item, 'b', row.head)
      for (const [name, value] of row.fields) add(item, 'div', name === '' ? value : `${name}: ${value}`)
    }
  }
  return new Blob([new XMLSerializer().serializeToString(page)], { type: 'text/html' })
}
