// Over a form that somebody else was faster than: for each field what was read, what it is now, what was typed, and whose stays.
import { type SyntheticEvent, useState } from 'react'
import { common, editedTexts as texts } from '../../texts/indonesian.ts'
import { answerTo } from '../../ui/answer-to.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatSince } from '../format/format.ts'
import type { Conflict, Side } from './edited-rules.ts'
import type { Fields, FieldWords } from './edited.ts'

export { askTyped } from './typed-twice-question.tsx'

type Sides = Record<string, Side>
type Answered = (sides: Sides | null) => void
const SIDES = ['theirs', 'mine'] as const
const WORDS = { theirs: texts.useTheirs, mine: texts.useMine } as const

const plain = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
const shown = (value: unknown, { show = plain }: FieldWords): string => show(value) || texts.empty

const writer = ({ by }: Conflict): string => {
  if (!by) return ''
  const when = formatSince(by.at)
  return by.name === null ? texts.byOffice(when) : texts.by(by.name, when)
}

function Value({
  head,
  text,
  note = '',
  strong = false,
}: {
  head: string
  text: string
  note?: string
  strong?: boolean
}) {
  return (
    <div className={`min-w-0 rounded-lg px-2.5 py-1.5 ${strong ? 'bg-accent-soft' : 'bg-surface-2'}`}>
      <dt className="text-xs text-ink-2">
        {head}
        {note && <span className="text-ink-3"> · {note}</span>}
      </dt>
      <dd className="mt-0.5 max-h-32 overflow-y-auto font-semibold break-words whitespace-pre-wrap">{text}</dd>
    </div>
  )
}

type RowProps = {
  conflict: Conflict
  words: FieldWords
  side: Side | undefined
  isMissing: boolean
  onChoose: (side: Side) => void
}
function Row({ conflict, words, side, isMissing, onChoose }: RowProps) {
  const { field, read, now, mine, own } = conflict
  const problem = `edited-${field}`
  return (
    <fieldset className="border-t border-line pt-4" {...(isMissing ? { 'aria-describedby': problem } : {})}>
      <legend className="float-left w-full pb-2 font-semibold">{words.label}</legend>
      <dl className="clear-left flex flex-col gap-2">
        <Value head={texts.read} text={shown(read, words)} />
        <Value head={texts.now} text={shown(now, words)} note={writer(conflict)} strong={side === 'theirs'} />
        {own && <Value head={texts.mine} text={shown(mine, words)} strong={side === 'mine'} />}
      </dl>
      {words.fixed ? (
        <p className="mt-2 text-[13px] text-ink-2">{texts.stays}</p>
      ) : (
        <div role="radiogroup" aria-label={texts.choice(words.label)} className="mt-1 flex flex-wrap gap-x-6">
          {SIDES.map((one) => (
            <label key={one} className="flex min-h-10 items-center gap-2.5 text-sm">
              <input
                type="radio"
                name={`edited-${field}`}
                value={one}
                checked={side === one}
                onChange={() => onChoose(one)}
                className="size-5 shrink-0 accent-(--accent)"
              />
              {WORDS[one]}
            </label>
          ))}
        </div>
      )}
      {isMissing && (
        <p id={problem} role="alert" className="mt-1 text-[13px] text-danger-text">
          {texts.missing}
        </p>
      )}
    </fieldset>
  )
}

/** What the person left alone stays as others have it, unless they say otherwise; what both changed has to be chosen. */
const firstSides = (conflicts: readonly Conflict[], fields: Fields): Sides =>
  Object.fromEntries(
    conflicts.flatMap(({ field, own }) => (own && !fields[field]?.fixed ? [] : [[field, 'theirs' as const]])),
  )

function Question({ conflicts, fields, onDone }: { conflicts: readonly Conflict[]; fields: Fields; onDone: Answered }) {
  const [open, setOpen] = useState(true)
  const [sides, setSides] = useState<Sides>(() => firstSides(conflicts, fields))
  const [asked, setAsked] = useState(false)
  const end: Answered = (answer) => {
    setOpen(false)
    onDone(answer)
  }
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const missing = conflicts.find(({ field }) => !sides[field])
    setAsked(true)
    if (!missing) return end(sides)
    event.currentTarget.querySelector<HTMLInputElement>(`input[name="edited-${missing.field}"]`)?.focus()
  }
  return (
    <Dialog
      open={open}
      onClose={() => end(null)}
      title={texts.title}
      description={texts.lead}
      closeLabel={common.close}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {conflicts.map((conflict) => (
          <Row
            key={conflict.field}
            conflict={conflict}
            words={fields[conflict.field] ?? { label: conflict.field }}
            side={sides[conflict.field]}
            isMissing={asked && !sides[conflict.field]}
            onChoose={(side) => setSides({ ...sides, [conflict.field]: side })}
          />
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => end(null)}>
            {common.cancel}
          </Button>
          <Button type="submit">{texts.save}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** null: the person did not choose. */
export const ask = (conflicts: readonly Conflict[], fields: Fields): Promise<Sides | null> =>
  answerTo<Sides | null>((onDone) => <Question conflicts={conflicts} fields={fields} onDone={onDone} />)
