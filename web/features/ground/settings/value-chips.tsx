// A comma-separated setting as chips: banks are typed, colours are picked.
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { listOf } from '../../../../contract/ground/settings.ts'
import { settingsTexts as texts } from '../../../texts/indonesian.ts'
import { Button } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { Input } from '../../../ui/input.tsx'

type Props = {
  kind: 'bank' | 'color'
  label: string
  hint: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}
const START_COLOR = '#0f766e'
const WORDS = {
  bank: { box: texts.bankName, add: texts.addBank, remove: texts.removeBank },
  color: { box: texts.newColor, add: texts.addColor, remove: texts.removeColor },
} as const

export function ValueChips({ kind, label, hint, error, value, onChange }: Props) {
  const id = useId()
  const values = listOf(value)
  const [draft, setDraft] = useState(kind === 'color' ? START_COLOR : '')
  const words = WORDS[kind]
  const put = (next: string[]): void => onChange(next.join(', '))
  const add = (): void => {
    const clean = draft.replaceAll(',', ' ').trim()
    if (clean === '') return
    const known = kind === 'bank' && values.some((other) => other.toLowerCase() === clean.toLowerCase())
    if (!known) put([...values, kind === 'color' ? clean.toUpperCase() : clean])
    if (kind === 'bank') setDraft('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    // Enter adds the value; it must not send the whole form.
    event.preventDefault()
    add()
  }
  const show = (entry: string, index: number) =>
    kind === 'bank' ? (
      entry
    ) : (
      <>
        <span aria-hidden className="size-4 rounded-full ring-1 ring-line-strong" style={{ background: entry }} />
        <span aria-label={texts.colorOf(index + 1, entry)} role="img" className="font-mono text-xs">
          {entry}
        </span>
      </>
    )
  return (
    <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-[13px] text-ink-2">{label}</legend>
      <Chips
        label={label}
        values={values}
        show={show}
        removeLabel={words.remove}
        onRemove={(index) => put(values.filter((_, place) => place !== index))}
      />
      <div className="flex gap-2">
        <Input
          aria-label={words.box}
          type={kind === 'color' ? 'color' : 'text'}
          value={draft}
          maxLength={40}
          placeholder={words.box}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className={kind === 'color' ? 'max-w-20 p-1' : 'max-w-60'}
        />
        <Button variant="secondary" onClick={add} aria-label={words.add}>
          <Plus aria-hidden className="size-4" />
          {texts.add}
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-[13px] text-ink-3">
        {hint}
      </p>
      {error && (
        <p role="alert" className="text-[13px] text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}
