// Parses caption HTML in the browser, as nodes for the WhatsApp text and as elements to show. Only the tags that a caption
// may have are read; all others are ignored.
import { Fragment, type ReactNode } from 'react'
import { isCaptionLink } from '../../../../contract/ground/addresses.ts'
import type { CaptionNode } from '../../../../contract/sending/message-text.ts'

const readNode = (node: Node): CaptionNode | null => {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? ''
  if (!(node instanceof Element) || ['SCRIPT', 'STYLE'].includes(node.tagName)) return null
  const href = node.getAttribute('href') ?? ''
  return { name: node.tagName.toLowerCase(), href: isCaptionLink(href) ? href : '', children: readNodes(node) }
}
const readNodes = (parent: Node): CaptionNode[] => [...parent.childNodes].map(readNode).filter((node) => node !== null)

/** DOMParser runs no script and loads no picture of what it parses. */
export const readCaption = (html: string): CaptionNode[] =>
  readNodes(new DOMParser().parseFromString(html, 'text/html').body)

const draw = (node: CaptionNode): ReactNode => {
  if (typeof node === 'string') return node
  const inside = <Nodes nodes={node.children} />
  switch (node.name) {
    case 'b':
    case 'strong':
      return <strong>{inside}</strong>
    case 'i':
    case 'em':
      return <em>{inside}</em>
    case 's':
      return <s>{inside}</s>
    case 'p':
      return <p>{inside}</p>
    case 'br':
      return <br />
    case 'a':
      return node.href === '' ? (
        inside
      ) : (
        <a href={node.href} target="_blank" rel="noopener noreferrer" className="text-accent-text underline">
          {inside}
        </a>
      )
    default:
      return inside
  }
}
function Nodes({ nodes }: { nodes: readonly CaptionNode[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- a text has no names for its pieces
  return nodes.map((node, place) => <Fragment key={place}>{draw(node)}</Fragment>)
}
export function Caption({ html }: { html: string }) {
  return <Nodes nodes={readCaption(html)} />
}
