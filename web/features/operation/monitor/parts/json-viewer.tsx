// Type 1: a library's viewer, in which arrows and Enter move. Its colours are ours.
import { JsonView } from 'react-json-view-lite'
import { monitorTexts as texts } from '../../../../texts/indonesian.ts'

const OPEN_LEVELS = 2
const ICON = 'mr-1 inline-block w-4 cursor-pointer text-center text-ink-2 select-none'
const STYLE = {
  container: 'font-mono text-[13px] leading-6 break-words whitespace-pre-wrap',
  basicChildStyle: 'pl-4',
  childFieldsContainer: 'm-0 p-0',
  label: 'mr-1.5 font-semibold text-ink',
  clickableLabel: 'mr-1.5 cursor-pointer font-semibold text-ink',
  nullValue: 'text-ink-3',
  undefinedValue: 'text-ink-3',
  numberValue: 'text-info-text',
  stringValue: 'text-success-text',
  booleanValue: 'text-warning-text',
  otherValue: 'text-ink-2',
  punctuation: 'text-ink-2',
  expandIcon: `${ICON} after:content-['▸']`,
  collapseIcon: `${ICON} after:content-['▾']`,
  collapsedContent: "mr-1 cursor-pointer text-ink-2 after:content-['...']",
  quotesForFieldNames: false,
  noQuotesForStringValues: false,
  stringifyStringValues: true,
  ariaLables: { expandJson: texts.expandNode, collapseJson: texts.collapseNode },
} as const

export default function JsonViewer({ data }: { data: object }) {
  return (
    <div className="overflow-x-auto p-4">
      <JsonView
        data={data}
        style={STYLE}
        clickToExpandNode
        aria-label={texts.json}
        shouldExpandNode={(level) => level < OPEN_LEVELS}
      />
    </div>
  )
}
