// How the chosen file was read, where that is not plain: in another encoding, or as a sheet of an Excel file.
import { importTexts as texts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { formatNumber } from '../format/format.ts'
import type { useFile } from './use-file.ts'

type Props = { chosen: ReturnType<typeof useFile>; disabled: boolean }

export function FileNotes({ chosen: { read, isReading, names, sheetAt, chooseSheet }, disabled }: Props) {
  const readAs = read?.readAs
  const sheet = read?.sheet
  return (
    <>
      {names.length > 1 && (
        <Field label={texts.sheet} hint={texts.sheetHint(names.length)}>
          {(control) => (
            <Select
              {...control}
              value={sheetAt}
              disabled={disabled}
              onChange={({ target }) => chooseSheet(Number(target.value))}
            >
              {names.map((name, at) => (
                <option key={name} value={at}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div aria-live="polite" className="flex flex-col gap-1 text-[13px] text-ink-2 empty:hidden">
        {isReading && <p>{texts.reading}</p>}
        {readAs && <p>{texts.readAs(readAs.encoding, readAs.sample)}</p>}
        {sheet && <p>{texts.sheetRead(sheet.names[sheet.at] ?? '', formatNumber(sheet.rows))}</p>}
        {sheet && sheet.hidden > 0 && <p>{texts.sheetHidden(formatNumber(sheet.hidden))}</p>}
      </div>
    </>
  )
}
