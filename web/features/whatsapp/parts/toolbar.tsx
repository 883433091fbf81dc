// Search, status filter and order over the list.
import { LIST_FILTERS } from '../../../../contract/whatsapp.ts'
import { ListToolbar } from '../../../lib/lists/list-toolbar.tsx'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { Select } from '../../../ui/input.tsx'
import type { useListQuery } from '../use-list-query.ts'

export function Toolbar({ query }: { query: ReturnType<typeof useListQuery> }) {
  return (
    <ListToolbar place={query} search={{ label: texts.search, hint: texts.searchHint }} sorting={query.sorting}>
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
    </ListToolbar>
  )
}
