// WhatsApp's own marks in a text: *tebal*, _miring_, ~coret~; links open in a new tab.
import { Fragment, type ReactNode } from 'react'

const PART = /(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|https?:\/\/[^\s<>"]+)/

function mark(part: string): ReactNode {
  const inner = part.slice(1, -1)
  if (part.startsWith('*')) return <strong>{inner}</strong>
  if (part.startsWith('_')) return <em>{inner}</em>
  if (part.startsWith('~')) return <s>{inner}</s>
  return (
    <a href={part} target="_blank" rel="noreferrer" className="break-all underline">
      {part}
    </a>
  )
}

/** Odd parts of a split by one group are the matches. */
export const formatted = (text: string): ReactNode[] =>
  text
    .split(PART)
    .map((part, index) => <Fragment key={`${index}-${part}`}>{index % 2 === 1 ? mark(part) : part}</Fragment>)
