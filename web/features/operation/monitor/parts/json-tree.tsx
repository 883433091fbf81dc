// Type 2: a tree that shows collections in pages of 50; every branch is a button that opens its content.
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../../../lib/format/format.ts'
import { monitorTexts as texts } from '../../../../texts/indonesian.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { type Entry, entriesOf, isCollection, type Node, nodesOf, textOf } from '../tree-rules.ts'

const OPEN_LEVELS = 2
const LOOKS: Record<string, string> = {
  string: 'text-success-text',
  number: 'text-info-text',
  boolean: 'text-warning-text',
}

type BranchProps = { name: string; note: string; nodes: () => Node[]; level: number }

function Branch({ name, note, nodes, level }: BranchProps) {
  const [open, setOpen] = useState(level < OPEN_LEVELS)
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-7 items-center gap-1.5 rounded-md pr-2 text-left hover:bg-surface-2"
      >
        <ChevronRight aria-hidden className={classNames('size-4 shrink-0 text-ink-3', open && 'rotate-90')} />
        <span className="font-semibold">{name}</span>
        <span className="text-ink-2">{note}</span>
      </button>
      {open && (
        <ul className="ml-2 border-l border-line pl-1 sm:pl-3">
          {nodes().map((node) =>
            node.kind === 'entry' ? (
              <Item key={node.entry.name} entry={node.entry} level={level + 1} />
            ) : (
              <Branch
                key={node.from}
                name={texts.range(node.from, node.to)}
                note=""
                nodes={() => node.entries.map((entry) => ({ kind: 'entry', entry }))}
                level={OPEN_LEVELS}
              />
            ),
          )}
        </ul>
      )}
    </li>
  )
}

function Item({ entry: { name, value }, level }: { entry: Entry; level: number }) {
  if (isCollection(value)) {
    const count = entriesOf(value).length
    const size = Array.isArray(value) ? `[${formatNumber(count)}]` : `{${formatNumber(count)}}`
    if (count > 0) return <Branch name={name} note={size} nodes={() => nodesOf(value)} level={level} />
  }
  return (
    <li className="py-1 pl-5.5 leading-5 wrap-anywhere">
      <span className="mr-1.5 font-semibold">{name}:</span>
      <span className={LOOKS[typeof value] ?? 'text-ink-3'}>{textOf(value)}</span>
    </li>
  )
}

export default function JsonTree({ data }: { data: object }) {
  return (
    <div className="overflow-x-auto p-4">
      <ul aria-label={texts.json} className="font-mono text-[13px]">
        <Item entry={{ name: texts.root, value: data }} level={0} />
      </ul>
    </div>
  )
}
