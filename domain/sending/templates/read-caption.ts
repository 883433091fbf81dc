// Sanitises caption HTML, and makes the WhatsApp text from it (rule caption).
import { parseDocument } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { CAPTION_SCHEMES } from '../../../contract/ground/addresses.ts'
import { type CaptionNode, captionText } from '../../../contract/sending/message-text.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]

/** Deeper tags are dropped, their text stays: the walk of the tree is a recursion, which a few thousand levels end. */
const DEEPEST = 20
export const sanitizeCaption = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ['b', 'strong', 'i', 'em', 's', 'a', 'p', 'br'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: [...CAPTION_SCHEMES],
    allowProtocolRelative: false,
    nestingLimit: DEEPEST,
  }).trim()

const nodesOf = (nodes: readonly Node[]): CaptionNode[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return node.data
    if (node.type !== 'tag') return []
    const href = node.name === 'a' ? (node.attribs['href'] ?? '') : ''
    return { name: node.name, href, children: nodesOf(node.children) }
  })

export const captionToWhatsapp = (sanitizedHtml: string): string =>
  captionText(nodesOf(parseDocument(sanitizedHtml).children))
