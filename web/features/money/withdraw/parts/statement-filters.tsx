// What of a statement is shown: kind and days, in the address, and the file with the same rows.
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { LEDGER_KINDS, type StatementKind } from '../../../../../contract/money/ledger.ts'
import type { PageQueryState } from '../../../../lib/lists/use-page-query.ts'
import { listTexts, statementTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { ExportButtons } from '../../../../ui/export-buttons.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input, Select } from '../../../../ui/input.tsx'
import { useDownload } from '../use-download.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayOf = (text: string): string => (DAY.test(text) ? text : '')
export type Shown = { kind: StatementKind | ''; from: string; to: string; before: string; after: string }
/** What of the address is no filter counts as absent. */
export const shownOf = (place: Pick<PageQueryState, 'param'>): Shown => ({
  kind: LEDGER_KINDS.find((kind) => kind === place.param('kind')) ?? '',
  from: dayOf(place.param('from')),
  to: dayOf(place.param('to')),
  before: place.param('before'),
  after: place.param('after'),
})
/** Another filter begins at its first page. */
const FIRST = { before: '', after: '', page: '' }

type Props = {
  place: Pick<PageQueryState, 'put'>
  shown: Shown
  /** false: all rows are of one kind. */
  hasKinds: boolean
  file: { label: string; name: string }
  fetchFile: () => Promise<Blob>
}
export function StatementFilters({ place, shown, hasKinds, file, fetchFile }: Props) {
  const { busy, onSave } = useDownload(fetchFile)
  const put = (change: Partial<Shown>): void => place.put({ ...FIRST, ...change })
  const id = useId()
  const isFiltered = shown.from !== '' || shown.to !== '' || (hasKinds && shown.kind !== '')
  const [opened, setOpened] = useState(isFiltered)
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3">
      <Button
        variant={isFiltered ? 'primary' : 'secondary'}
        size="sm"
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
        className="sm:hidden"
      >
        <ListFilter aria-hidden className="size-4" />
        {listTexts.filters}
      </Button>
      <div
        id={id}
        className={classNames(
          // from tablets on each of them takes its own place in the row
          'flex w-full flex-wrap items-end gap-3 max-sm:order-last sm:contents',
          !opened && 'max-sm:hidden',
        )}
      >
        {hasKinds && (
          <div className="w-full sm:w-60">
            <Field label={texts.kind}>
              {(control) => (
                <Select
                  {...control}
                  value={shown.kind}
                  onChange={(event) => put({ kind: event.target.value as Shown['kind'] })}
                >
                  <option value="">{texts.allKinds}</option>
                  {LEDGER_KINDS.map((kind) => (
                    <option key={kind} value={kind}>
                      {texts.kinds[kind]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
        )}
        {(['from', 'to'] as const).map((end) => (
          <div key={end} className="min-w-36 flex-1 sm:max-w-44">
            <Field label={texts[end]}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={shown[end]}
                  {...(end === 'to' && shown.from ? { min: shown.from } : {})}
                  onChange={(event) => put({ [end]: dayOf(event.target.value) })}
                />
              )}
            </Field>
          </div>
        ))}
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2 sm:min-h-11">
        {isFiltered && (
          <Button variant="ghost" size="sm" onClick={() => put({ kind: '', from: '', to: '' })}>
            {texts.clear}
          </Button>
        )}
        <ExportButtons files={[file]} busy={busy} onSave={onSave} />
      </div>
    </div>
  )
}
