// Filters of a list by name: chosen, saved as the list is shown, and removed.
import { Bookmark, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { listTexts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Input } from '../../ui/input.tsx'
import { useBackCloses } from '../browser/use-layer.ts'
import { formatNumber } from '../format/format.ts'
import { NAME_MAX, SAVED_MAX, type SavedFilter, useSavedFilters } from './use-saved-filters.ts'

const { saved: texts } = listTexts

type RowProps = { filter: SavedFilter; isNow: boolean; onChoose: () => void; onRemove: () => void }
function Row({ filter: { name }, isNow, onChoose, onRemove }: RowProps) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-current={isNow || undefined}
        onClick={onChoose}
        className={classNames(
          'min-h-9 min-w-0 flex-1 truncate rounded-lg px-2 text-left hover:bg-surface-2',
          isNow && 'bg-accent-soft text-accent-text',
        )}
      >
        {name}
      </button>
      <Button variant="ghost" size="icon" aria-label={texts.remove(name)} title={texts.remove(name)} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  )
}

function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        onSave(name.trim())
        setName('')
      }}
    >
      <label htmlFor={id} className="text-xs text-ink-2">
        {texts.name}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          value={name}
          maxLength={NAME_MAX}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

export default function SavedFilters() {
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  const navigate = useNavigate()
  const { saved, now, save, remove } = useSavedFilters()
  const isKept = saved.some(({ query }) => query === now)
  const choose = (query: string): void => {
    setOpen(false)
    void navigate({ search: query })
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button variant="secondary" size="icon" aria-label={texts.title} title={texts.title} className="size-9!">
          <Bookmark aria-hidden className={classNames('size-4', isKept && 'fill-accent text-accent-text')} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.title}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-40 grid w-80 animate-rise gap-3 rounded-xl border border-line bg-surface p-3 shadow-pop outline-none"
        >
          {saved.length === 0 ? (
            <p className="text-[13px] text-ink-2">{texts.none}</p>
          ) : (
            <ul aria-label={texts.title}>
              {saved.map((filter) => (
                <Row
                  key={filter.name}
                  filter={filter}
                  isNow={filter.query === now}
                  onChoose={() => choose(filter.query)}
                  onRemove={() => remove(filter.name)}
                />
              ))}
            </ul>
          )}
          {now !== '' && !isKept && saved.length < SAVED_MAX && <SaveForm onSave={save} />}
          {saved.length === SAVED_MAX && (
            <p className="text-[13px] text-ink-2">{texts.full(formatNumber(SAVED_MAX))}</p>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
