// Downloads the entries that the list shows: with its search and its filters.
import type { Needs } from '../../../contract/api/table.ts'
import { useState } from 'react'
import { ApiError, callFile, errorText } from '../../lib/api/http.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { auditTexts as texts, listTexts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'

type Query = NonNullable<Needs<'GET /admin/audit/export'>['query']>
export const useAuditExport = (filters: Omit<Query, 'format'>) => {
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (name: string): Promise<void> => {
    if (busy !== null) return
    setBusy(name)
    try {
      const format = name.endsWith('.json') ? 'json' : 'csv'
      const query = { ...filters, format } as Query
      saveFile(await callFile('GET /admin/audit/export', { query }, { fallback: listTexts.exportFailed }), name)
    } catch (error) {
      const isEmpty = error instanceof ApiError && error.reason === 'nothing_to_export'
      notify.error(isEmpty ? texts.nothingToExport : errorText(error))
    }
    setBusy(null)
  }
  return { busy, save: (name: string) => void save(name) }
}
