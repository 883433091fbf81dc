// What the list of recipients may be narrowed by; each choice is in the address.
import { PHONE_FILTERS, type PhoneFilterName } from '../../../../../contract/recipients/phone-filters.ts'
import type { PageQueryState } from '../../../../lib/lists/use-page-query.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { listTexts, phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { FilterPopover } from '../../../../ui/filter-popover.tsx'
import { Select } from '../../../../ui/input.tsx'
import { useSources } from '../api.ts'
import { useTags } from '../../../../lib/tags/api.ts'

/** In the line over the list; the others are a press away. */
const FIRST = ['state', 'consent'] as const satisfies readonly PhoneFilterName[]
const MORE = ['stopped', 'sent', 'grade'] as const satisfies readonly PhoneFilterName[]
const { filters } = texts

/** Values that the list does not have count as none. */
const valueOf = <N extends PhoneFilterName>(place: PageQueryState, name: N) => {
  const values: readonly (typeof PHONE_FILTERS)[N][number][] = PHONE_FILTERS[name]
  return values.find((value) => value === place.param(name))
}
/** As the call takes them. */
export const filtersOf = (place: PageQueryState) => ({
  state: valueOf(place, 'state'),
  consent: valueOf(place, 'consent'),
  stopped: valueOf(place, 'stopped'),
  sent: valueOf(place, 'sent'),
  grade: valueOf(place, 'grade'),
  source: place.param('source') || undefined,
  tag: Number(place.param('tag')) || undefined,
})

export function PhoneFilterFields({ place }: { place: PageQueryState }) {
  const source = place.param('source')
  const tag = place.param('tag')
  const tags = useTags().data?.data ?? []
  const known = useSources().data?.sources ?? []
  const sources = source === '' || known.includes(source) ? known : [source, ...known]
  const choose = (name: string, value: string): void => place.put({ [name]: value, page: '' })
  const field = (name: PhoneFilterName, className?: string) => (
    <Select
      key={name}
      aria-label={filters[name].label}
      value={valueOf(place, name) ?? ''}
      onChange={({ target }) => choose(name, target.value)}
      {...(className === undefined ? {} : { className })}
    >
      <option value="">{filters[name].all}</option>
      {PHONE_FILTERS[name].map((value) => (
        <option key={value} value={value}>
          {(filters[name].values as Record<string, string>)[value]}
        </option>
      ))}
    </Select>
  )
  const more = [
    ...MORE.filter((name) => valueOf(place, name)),
    ...(source === '' ? [] : ['source']),
    ...(tag === '' ? [] : ['tag']),
  ].length
  return (
    <>
      {FIRST.map((name) => field(name, 'sm:w-48'))}
      <FilterPopover
        label={listTexts.moreFilters}
        active={more > 0}
        {...(more > 0 ? { text: listTexts.moreSet(formatNumber(more)) } : {})}
      >
        {MORE.map((name) => field(name))}
        <Select
          aria-label={filters.source.label}
          value={source}
          onChange={({ target }) => choose('source', target.value)}
        >
          <option value="">{filters.source.all}</option>
          {sources.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <Select aria-label={filters.tag.label} value={tag} onChange={({ target }) => choose('tag', target.value)}>
          <option value="">{filters.tag.all}</option>
          {tags.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </FilterPopover>
    </>
  )
}
