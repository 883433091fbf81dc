// Downloads an export with the sign-in's token. For an empty list a message is shown instead.
import { useState } from 'react'
import { listTexts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'
import type { Route } from '../../../contract/api/table.ts'
import { ApiError, callFile, errorText } from '../api/http.ts'
import { saveFile } from '../browser/save-file.ts'

type Exports = Extract<Route, `${string}/export`>
export const useExport = (route: Exports, nothing: string) => {
  const [busy, setBusy] = useState<string | null>(null)
  const fetchFile = async (name: string): Promise<void> => {
    if (busy !== null) return
    setBusy(name)
    try {
      const format = name.endsWith('.json') ? 'json' : 'csv'
      saveFile(await callFile(route, { query: { format } }, { fallback: listTexts.exportFailed }), name)
    } catch (error) {
      notify.error(error instanceof ApiError && error.reason === 'nothing_to_export' ? nothing : errorText(error))
    }
    setBusy(null)
  }
  return {
    /** The file that is being downloaded; null: none. */
    busy,
    save: (name: string) => void fetchFile(name),
  }
}
