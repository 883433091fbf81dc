// How long a job takes under the daily cap of look-ups (rule lookup-cap).
import { useEffect, useState } from 'react'
import { daysNeeded } from '../../../../../contract/sending/number-checks.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useSettings } from '../../../../lib/api/use-settings.ts'
import { checkTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { countRows } from '../count-rows.ts'

/** Rows of the chosen file; null until they are counted, and when they cannot be counted. */
export const useRowCount = (file: File | null): number | null => {
  const [counted, setCounted] = useState<{ file: File; rows: number | null } | null>(null)
  useEffect(() => {
    if (!file) return undefined
    let wanted = true
    void countRows(file).then(
      (rows) => wanted && setCounted({ file, rows }),
      // A file that cannot be read is refused when the form is sent.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [file])
  return counted !== null && counted.file === file ? counted.rows : null
}

export function DaysNote({ numbers }: { numbers: number | null }) {
  const settings = useSettings()
  const cap = settings.data?.lookup_daily_cap
  // Its room is kept while the cap is on its way.
  if (cap === undefined)
    return settings.isPending ? (
      <div className="invisible">
        <Alert tone="info">{texts.capNote(formatNumber(500))}</Alert>
      </div>
    ) : null
  return (
    <Alert tone="info">
      {numbers === null || numbers === 0
        ? texts.capNote(formatNumber(cap))
        : texts.daysNeeded(formatNumber(numbers), formatNumber(daysNeeded(numbers, cap)), formatNumber(cap))}
    </Alert>
  )
}
