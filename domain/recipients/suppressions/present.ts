// A stop as the wire shows it.
import { stopFileTexts as texts } from '../../../contract/recipients/suppression-file-texts.ts'
import { JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'
import type { ByName, ShownSuppression, SuppressionRow } from './store.ts'

export const presentStop = ({
  id,
  number,
  lid,
  via,
  by,
  reason,
  created_at,
  ...more
}: SuppressionRow & Partial<ByName>) => {
  const createdAt = new Date(created_at).toISOString()
  return { id, number, lid, via, by, by_name: more.by_name ?? null, reason, createdAt }
}

/** A line of a file for spreadsheets; in JSON rows keep the words of the wire. */
export const stopLine = (row: ShownSuppression): Record<string, unknown> => {
  const [number, lid, via, by, reason, since] = texts.heads
  // 2026-11-22 14:05, which spreadsheets take as a time
  const at = new Date(row.created_at + JAKARTA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
  return {
    [number]: row.number ?? '',
    [lid]: row.lid ?? '',
    [via]: texts.via[row.via],
    [by]: row.by_name ?? '',
    [reason]: row.reason ?? '',
    [since]: at,
  }
}
