// Below a setting: when it was changed last, by whom and from what, with the way to the entry of the audit log (rule setting-changes).
import { Link } from 'react-router'
import type { Answer } from '../../../../contract/api/table.ts'
import { formatNumber, formatRupiah, formatShortDay } from '../../../lib/format/format.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { settingsTexts as texts } from '../../../texts/indonesian.ts'
import { NUMBERS } from './schema.ts'

export type SettingChange = Answer<'GET /admin/setting/changes'>['changes'][number]
const LONGEST = 60
const GRADES: Readonly<Record<string, string>> = texts.grades

/** A stored value as the form would say it. */
const shown = (field: string, value: string): string => {
  if (value === '') return texts.emptyValue
  if (value === 'true' || value === 'false') return value === 'true' ? texts.on : texts.off
  if (field in NUMBERS && /^\d+$/.test(value))
    return NUMBERS[field as keyof typeof NUMBERS].unit === 'rupiah'
      ? formatRupiah(Number(value))
      : formatNumber(Number(value))
  const said = GRADES[value] ?? value
  return said.length > LONGEST ? `${said.slice(0, LONGEST).trimEnd()}…` : said
}

export function ChangedLine({ change: { field, entry, at, by, before, after } }: { change: SettingChange }) {
  const who = by?.trim() || texts.unknownPerson
  const from = before === null ? null : shown(field, before)
  return (
    <p className="text-xs wrap-anywhere text-ink-3">
      {texts.changed(formatShortDay(at, serverNow()), who, from, shown(field, after))}{' '}
      <Link to={`/audit?id=${entry}`} className="underline">
        {texts.entry} <span className="sr-only">{texts.entryAbout(texts.labels[field])}</span>
      </Link>
    </p>
  )
}
