// Caption HTML: what of it is kept, and the WhatsApp text made from it (s.5 Message buttons, decision 11).
import { parseDocument } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'

type Node = ReturnType<typeof parseDocument>['children'][number]
const MARKS: Record<string, string> = { b: '*', strong: '*', i: '_', em: '_', s: '~' }

export const sanitizeCaption = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ['b', 'strong', 'i', 'em', 's', 'a', 'p', 'br'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'tel', 'mailto'],
    allowProtocolRelative: false,
  }).trim()

/** WhatsApp's marks end with their line and touch their words; an address stays bare. */
const mark = (sign: string, text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const words = line.trim()
      if (words === '' || /^[a-z]+:\/\/\S+$/.test(words)) return line
      return line.replace(words, () => `${sign}${words}${sign}`)
    })
    .join('\n')

const textOf = (nodes: readonly Node[]): string => nodes.map(nodeText).join('')
const nodeText = (node: Node): string => {
  if (node.type === 'text') return node.data.replace(/[ \t\r\n]+/g, ' ')
  if (node.type !== 'tag') return ''
  if (node.name === 'br') return '\n'
  const inside = textOf(node.children)
  const sign = MARKS[node.name]
  if (sign) return mark(sign, inside)
  if (node.name === 'p') return `${inside}\n`
  const url = node.name === 'a' ? (node.attribs['href'] ?? '') : ''
  if (url === '') return inside
  return inside.trim() === url || inside.trim() === '' ? `${url}\n` : `${inside}\n${url}\n`
}

/** *bold*, _italic_, ~struck~; a link becomes its text and, on a new line, its url. */
export const captionToWhatsapp = (sanitizedHtml: string): string =>
  textOf(parseDocument(sanitizedHtml).children)
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
