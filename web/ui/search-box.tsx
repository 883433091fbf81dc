// A search field with its icon. Enter searches at once instead of after the pause in typing.
import { Search } from 'lucide-react'
import { Input } from './input.tsx'

type Props = {
  label: string
  hint: string
  typed: string
  onType: (text: string) => void
  onNow: () => void
}

export function SearchBox({ label, hint, typed, onType, onNow }: Props) {
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 sm:max-w-80 sm:min-w-64 lg:min-w-36"
      onSubmit={(event) => {
        event.preventDefault()
        onNow()
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        className="pl-9"
      />
    </form>
  )
}
