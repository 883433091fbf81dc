// The columns of the chosen CSV: what its header says, and what the person makes of it.
import { useEffect, useState } from 'react'
import {
  type ChosenColumns,
  firstRecords,
  type Guess,
  guessColumns,
} from '../../../contract/recipients/import-columns.ts'

const PREVIEW_BYTES = 16 * 1024
const PREVIEW_RECORDS = 4

/** number is one of them, unless there are none. */
export type Fields = readonly ('number' | 'name' | 'consent')[]
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
}

/** null: there is no file, or it is no CSV. */
export const useColumns = (file: File | null, fields: Fields) => {
  const [read, setRead] = useState<{ file: File; columns: FileColumns } | null>(null)
  // What was read of another file says nothing about this one.
  const columns = read !== null && read.file === file ? read.columns : null
  useEffect(() => {
    if (fields.length === 0 || !file?.name.toLowerCase().endsWith('.csv')) return undefined
    let isGone = false
    void file
      .slice(0, PREVIEW_BYTES)
      .text()
      .then((text) => {
        const records = firstRecords(text, PREVIEW_RECORDS)
        if (!isGone && records.length > 0)
          setRead({ file, columns: { records, ...among(fields, guessColumns(records)) } })
      })
    return () => {
      isGone = true
    }
  }, [file, fields])
  return {
    columns,
    choose: (change: Partial<Guess['chosen']>): void =>
      setRead(
        (now) =>
          now && {
            file: now.file,
            columns: { ...now.columns, chosen: { ...now.columns.chosen, ...change }, isClear: false },
          },
      ),
    /** For the form's field `columns`; null: the server finds them itself. */
    sent: (): ChosenColumns | null => {
      if (columns === null || columns.isClear) return null
      const { number, ...rest } = columns.chosen
      return number === undefined ? null : { number, ...rest }
    },
    /** true: nobody knows yet which column holds the numbers. */
    isMissing: columns !== null && columns.chosen.number === undefined,
  }
}
