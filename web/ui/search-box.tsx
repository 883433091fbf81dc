// A search field with its icon. Enter searches at once instead of after the pause in typing.
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Input } from './input.tsx'

type Props = {
  label: string
  hint: string
  typed: string
  onType: (text: string) => void
  onNow: () => void
  children?: ReactNode
}

export function SearchBox({ label, hint, typed, onType, onNow, children }: Props) {
  return (
    <form
      role="search"
      className="flex flex-col gap-3 border-b border-line p-4 sm:flex-row sm:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        onNow()
      }}
    >
      <div className="relative flex-1 sm:max-w-80 sm:min-w-64">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          type="search"
          aria-label={label}
          placeholder={hint}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          className="pl-9"
        />
      </div>
      {children}
    </form>
  )
}
