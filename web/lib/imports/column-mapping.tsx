// Which column of a CSV holds the numbers, the names and each person's source of consent, beside the first rows of the file. Closed
// while the header says it; opened by itself where it does not.
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { importTexts as texts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { keyOfHeader } from '../../../contract/recipients/plain-value.ts'
import { type Fields, type FileColumns, isFree, keptOf, type useColumns } from './use-columns.ts'

type Choose = ReturnType<typeof useColumns>['choose']
type Keep = ReturnType<typeof useColumns>['keep']

/** Its header, or its first cell where the file has no header. */
const nameOf = ({ records, chosen }: FileColumns, at: number): string => {
  const head = chosen.header ? (records[0]?.[at] ?? '') : ''
  return head === '' ? texts.columnAt(at + 1, records[0]?.[at] ?? '') : head
}
const widthOf = ({ records }: FileColumns): number => Math.max(...records.map((record) => record.length))

function Preview({ columns, fields }: { columns: FileColumns; fields: Fields }) {
  const rows = columns.chosen.header ? columns.records.slice(1) : columns.records
  const places = Array.from({ length: widthOf(columns) }, (_, at) => at)
  const roleOf = (at: number): string => {
    const field = fields.find((name) => columns.chosen[name] === at)
    if (field) return texts.fields[field]
    const kept = keptOf(columns).find(({ column }) => column === at)
    return kept ? `{${kept.key}}` : texts.unused
  }
  return (
    // Takes the focus, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={texts.preview} tabIndex={0} className="overflow-x-auto rounded-xl border border-line">
      <table aria-label={texts.preview} className="w-full text-left text-[13px]">
        <thead>
          <tr className="bg-surface-2">
            {places.map((at) => (
              <th key={at} scope="col" className="px-3 py-2 whitespace-nowrap">
                {nameOf(columns, at)}
                <span className="block text-xs font-normal text-ink-2">{roleOf(at)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // The rows of a file have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={line} className="border-t border-line">
              {places.map((at) => (
                <td key={at} className="max-w-48 truncate px-3 py-2">
                  {row[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Columns that nothing is read from, and under which placeholder each could be kept. */
const freeOf = (columns: FileColumns): { at: number; head: string; key: string }[] =>
  (columns.chosen.header ? (columns.records[0] ?? []) : []).flatMap((head, at) => {
    const key = isFree(columns, at) ? keyOfHeader(head) : null
    return key === null ? [] : [{ at, head, key }]
  })

/** Which other columns stay with their people, each as a placeholder of messages. */
function Kept({ columns, keep, error }: { columns: FileColumns; keep: Keep; error: string | undefined }) {
  const free = freeOf(columns)
  if (free.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-[13px] text-ink-2">{texts.keep}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {free.map(({ at, head, key }) => (
          <Checkbox
            key={at}
            checked={columns.kept.includes(at)}
            onChange={({ target }) => keep(at, target.checked)}
            label={texts.keepAs(head, `{${key}}`)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-[13px] text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type Props = {
  columns: FileColumns
  fields: Fields
  choose: Choose
  keep: Keep
  /** What is to be done with them. */
  lead: string
  error: string | undefined
  keptError: string | undefined
}
export default function ColumnMapping({ columns, fields, choose, keep, lead, error, keptError }: Props) {
  const [opened, setOpened] = useState(false)
  const { chosen } = columns
  const left = fields.includes('tag') ? freeOf(columns) : []
  if (columns.isClear && !opened)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-ink-2">
        <span>
          {texts.clear(
            nameOf(columns, chosen.number ?? 0),
            chosen.name !== undefined && chosen.name < widthOf(columns) ? nameOf(columns, chosen.name) : null,
          )}
          {left.length > 0 && ` ${texts.notKept(left.map(({ head }) => head).join(', '))}`}
        </span>
        <Button variant="ghost" size="sm" onClick={() => setOpened(true)} className="text-accent-text!">
          <Columns3 aria-hidden className="size-4" />
          {texts.change}
        </Button>
      </div>
    )
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-semibold">{texts.title}</legend>
      <p className="text-[13px] text-ink-2">{lead}</p>
      <Preview columns={columns} fields={fields} />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Field
            key={field}
            label={texts.fields[field]}
            hint={field === 'consent' ? texts.consentHint : field === 'tag' ? texts.tagHint : undefined}
            error={field === 'number' ? error : undefined}
          >
            {(control) => (
              <Select
                {...control}
                value={chosen[field] ?? ''}
                onChange={({ target }) => choose({ [field]: target.value === '' ? undefined : Number(target.value) })}
              >
                <option value="">{field === 'number' ? texts.pick : texts.noColumn}</option>
                {Array.from({ length: widthOf(columns) }, (_, at) => (
                  <option key={at} value={at}>
                    {nameOf(columns, at)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      {fields.includes('tag') && <Kept columns={columns} keep={keep} error={keptError} />}
      <Checkbox
        checked={chosen.header}
        onChange={({ target }) => choose({ header: target.checked })}
        label={texts.header}
      />
    </fieldset>
  )
}
