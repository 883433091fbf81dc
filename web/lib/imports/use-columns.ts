// The columns of the chosen CSV: what its header says, and what the person makes of it.
import { useEffect, useState } from 'react'
import { keyOfHeader } from '../../../contract/recipients/plain-value.ts'
import type { KeptColumn } from '../../../contract/recipients/fields.ts'
import {
  type ChosenColumns,
  firstRecords,
  type Guess,
  guessColumns,
} from '../../../contract/recipients/import-columns.ts'

const PREVIEW_BYTES = 16 * 1024
const PREVIEW_RECORDS = 4

/** number is one of them, unless there are none. */
export type Fields = readonly ('number' | 'name' | 'consent' | 'tag')[]
/** What nobody is asked for is not said of the file, either. */
const among = (fields: Fields, { chosen, isClear }: Guess): Guess => {
  const { name: _name, ...rest } = chosen
  return { chosen: fields.includes('name') ? chosen : rest, isClear }
}

export type FileColumns = {
  /** The first records of the file. */
  records: string[][]
  chosen: Guess['chosen']
  /** true: the header says which columns they are, and nobody has changed that. */
  isClear: boolean
  /** Other columns that are kept as fields of the recipients (rule recipient-fields), by their places. */
  kept: readonly number[]
}
/** Nothing else is read from it. */
export const isFree = ({ chosen }: FileColumns, at: number): boolean =>
  Object.entries(chosen).every(([field, place]) => field === 'header' || place !== at)
/** What is kept of the file, as the server takes it; a column without a name can be kept under none. */
export const keptOf = (columns: FileColumns): KeptColumn[] =>
  columns.kept
    .filter((at) => columns.chosen.header && isFree(columns, at))
    .flatMap((column) => {
      const name = columns.records[0]?.[column]?.slice(0, 60) ?? ''
      const key = keyOfHeader(name)
      return key === null ? [] : [{ column, key, name }]
    })

const isRead = (file: File | null, fields: Fields): file is File =>
  fields.length > 0 && file !== null && file.name.toLowerCase().endsWith('.csv')
/** @throws where the file cannot be read any more */
const columnsOf = async (file: File, fields: Fields): Promise<FileColumns | null> => {
  const records = firstRecords(await file.slice(0, PREVIEW_BYTES).text(), PREVIEW_RECORDS)
  return records.length === 0 ? null : { records, kept: [], ...among(fields, guessColumns(records)) }
}

/** columns, null: there is no file, or it is no CSV. */
export const useColumns = (file: File | null, fields: Fields) => {
  const [read, setRead] = useState<{ file: File; columns: FileColumns | null } | null>(null)
  // What was read of another file says nothing about this one.
  const columns = read !== null && read.file === file ? read.columns : null
  useEffect(() => {
    if (!isRead(file, fields)) return undefined
    let isGone = false
    const show = (found: FileColumns | null): void => {
      if (!isGone) setRead({ file, columns: found })
    }
    columnsOf(file, fields).then(show, () => show(null))
    return () => {
      isGone = true
    }
  }, [file, fields])
  const change = (edit: (now: FileColumns) => FileColumns): void =>
    setRead((now) => (now?.columns ? { file: now.file, columns: edit(now.columns) } : now))
  return {
    columns,
    /** Which columns are sent is not on the screen yet. */
    isReading: isRead(file, fields) && read?.file !== file,
    choose: (chosen: Partial<Guess['chosen']>): void =>
      change((now) => ({ ...now, chosen: { ...now.chosen, ...chosen }, isClear: false })),
    keep: (at: number, isOn: boolean): void =>
      change((now) => ({
        ...now,
        kept: isOn ? [...now.kept, at].toSorted((a, b) => a - b) : now.kept.filter((one) => one !== at),
      })),
    /** For the form's field `columns`; null: the server finds them itself. */
    sent: (): ChosenColumns | null => {
      if (columns === null || columns.isClear) return null
      const { number, ...rest } = columns.chosen
      return number === undefined ? null : { number, ...rest }
    },
    /** For the form's field `fields`. */
    kept: columns === null ? [] : keptOf(columns),
    /** true: nobody knows yet which column holds the numbers. */
    isMissing: columns !== null && columns.chosen.number === undefined,
  }
}
