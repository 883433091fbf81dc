// Search and status filter over the list.
import { Search } from 'lucide-react'
import { LIST_FILTERS } from '../../../../contract/whatsapp.ts'
import { whatsappTexts as texts } from '../../../texts/id.ts'
import { Input, Select } from '../../../ui/input.tsx'
import type { useListQuery } from '../use-list-query.ts'

export function Toolbar({ query }: { query: ReturnType<typeof useListQuery> }) {
  return (
    <form
      role="search"
      className="flex flex-col gap-3 border-b border-line p-4 sm:flex-row"
      onSubmit={(event) => {
        event.preventDefault()
        query.searchNow()
      }}
    >
      <div className="relative flex-1 sm:max-w-80">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          type="search"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={query.typed}
          onChange={(event) => query.setTyped(event.target.value)}
          className="pl-9"
        />
      </div>
      <Select
        aria-label={texts.filter}
        value={query.status}
        onChange={(event) => query.setStatus(event.target.value)}
        className="sm:w-48"
      >
        {LIST_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {texts.filters[filter]}
          </option>
        ))}
      </Select>
    </form>
  )
}
