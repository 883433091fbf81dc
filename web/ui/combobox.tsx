// A select with a search: a button opens a popover with cmdk's list; the screen passes the choices.
import { Command } from 'cmdk'
import { Check, ChevronDown, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useBackCloses } from '../lib/browser/use-layer.ts'
import type { ControlProps } from './field.tsx'
import { inputClass } from './input.tsx'

export type Choice = { value: string; label: string; note?: string }
type Props = {
  control: ControlProps
  placeholder: string
  searchLabel: string
  /** The chosen value; null: nothing yet. */
  chosen: Choice | null
  choices: readonly Choice[]
  typed: string
  onType: (text: string) => void
  onChoose: (choice: Choice) => void
  /** Shown above the choices: searching, nothing found, failed. */
  notice: string | null
  /** The chosen values where several are allowed. The list then stays open, and choosing a value again removes it. */
  several?: readonly string[]
}

function Row({ choice, chosen }: { choice: Choice; chosen: boolean }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{choice.label}</span>
        {choice.note && <span className="block truncate text-[13px] text-ink-2">{choice.note}</span>}
      </span>
      {chosen && <Check aria-hidden className="size-4 shrink-0" />}
    </>
  )
}

export function Combobox(props: Props) {
  const { control, placeholder, searchLabel, chosen, choices, typed, onType, onChoose, notice, several } = props
  const [open, setOpen] = useState(false)
  const show = (next: boolean): void => {
    setOpen(next)
    if (!next) onType('')
  }
  useBackCloses(open, () => show(false))
  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Trigger
        {...control}
        type="button"
        role="combobox"
        aria-expanded={open}
        className={inputClass('flex items-center justify-between gap-2 py-1.5 text-left')}
      >
        {chosen ? (
          <span className="min-w-0 truncate">
            {chosen.label}
            {chosen.note && <span className="ml-2 text-ink-3">{chosen.note}</span>}
          </span>
        ) : (
          <span className="text-ink-3">{placeholder}</span>
        )}
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={searchLabel}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-(--radix-popover-trigger-width) animate-rise overflow-hidden rounded-xl border border-line bg-surface shadow-pop"
        >
          <Command shouldFilter={false} loop label={searchLabel}>
            <div className="flex items-center gap-2 border-b border-line px-3">
              <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
              <Command.Input
                value={typed}
                onValueChange={onType}
                placeholder={searchLabel}
                className="min-h-11 w-full bg-transparent text-base outline-none placeholder:text-ink-3 sm:text-sm"
              />
            </div>
            {notice && (
              <p role="status" className="px-4 py-3 text-ink-2">
                {notice}
              </p>
            )}
            <Command.List label={searchLabel} className="max-h-72 overflow-y-auto p-1.5">
              {choices.map((choice) => (
                <Command.Item
                  key={choice.value}
                  value={choice.value}
                  onSelect={() => {
                    onChoose(choice)
                    if (!several) show(false)
                  }}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-text"
                >
                  <Row choice={choice} chosen={several?.includes(choice.value) ?? chosen?.value === choice.value} />
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
