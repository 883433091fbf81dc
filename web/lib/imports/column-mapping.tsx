// Which column of a CSV holds the numbers, the names and each person's source of consent, beside the first rows of the file. Closed
// while the header says it; opened by itself where it does not.
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { importTexts as texts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import type { Fields, FileColumns, useColumns } from './use-columns.ts'

type Choose = ReturnType<typeof useColumns>['choose']

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
    return field ? texts.fields[field] : texts.unused
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

type Props = { columns: FileColumns; fields: Fields; choose: Choose; error: string | undefined }
export default function ColumnMapping({ columns, fields, choose, error }: Props) {
  const [opened, setOpened] = useState(false)
  const { chosen } = columns
  if (columns.isClear && !opened)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-ink-2">
        <span>
          {texts.clear(
            nameOf(columns, chosen.number ?? 0),
            chosen.name !== undefined && chosen.name < widthOf(columns) ? nameOf(columns, chosen.name) : null,
          )}
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
      <p className="text-[13px] text-ink-2">{columns.isClear ? texts.lead : texts.unclear}</p>
      <Preview columns={columns} fields={fields} />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Field
            key={field}
            label={texts.fields[field]}
            hint={field === 'consent' ? texts.consentHint : undefined}
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
      <Checkbox
        checked={chosen.header}
        onChange={({ target }) => choose({ header: target.checked })}
        label={texts.header}
      />
    </fieldset>
  )
}
