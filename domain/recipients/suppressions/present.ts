// A stop as the wire shows it.
import type { ByName, SuppressionRow } from './store.ts'

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
