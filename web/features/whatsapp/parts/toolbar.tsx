// Search and status filter over the list.
import { LIST_FILTERS } from '../../../../contract/whatsapp.ts'
import { whatsappTexts as texts } from '../../../texts/id.ts'
import { Select } from '../../../ui/input.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import type { useListQuery } from '../use-list-query.ts'

export function Toolbar({ query }: { query: ReturnType<typeof useListQuery> }) {
  return (
    <SearchBox
      label={texts.search}
      hint={texts.searchHint}
      typed={query.typed}
      onType={query.setTyped}
      onNow={query.searchNow}
    >
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
    </SearchBox>
  )
}
