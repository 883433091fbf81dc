// What of a statement is shown: kind and days, in the address, and the file with the same rows.
import { LEDGER_KINDS, type StatementKind } from '../../../../../contract/money/ledger.ts'
import type { PageQueryState } from '../../../../lib/lists/use-page-query.ts'
import { statementTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
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
  const isFiltered = shown.from !== '' || shown.to !== '' || (hasKinds && shown.kind !== '')
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line p-4">
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
      <div className="flex min-h-11 flex-wrap items-center gap-2 sm:ml-auto">
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
