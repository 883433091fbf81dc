// Downloads a job's results as a file.
import { useState } from 'react'
import { type CheckKind, RESULT_FILES } from '../../../../contract/sending/number-checks.ts'
import { ApiError, errorText } from '../../../lib/api/http.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { notify } from '../../../ui/notify.tsx'
import { fetchResults } from './api.ts'
import { TEXTS } from './kinds.ts'

export const useDownload = (kind: CheckKind) => {
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (id: string): Promise<void> => {
    if (busy !== null) return
    setBusy(id)
    try {
      saveFile(await fetchResults(kind, id), RESULT_FILES[kind])
    } catch (error) {
      const isEmpty = error instanceof ApiError && error.reason === 'nothing_to_export'
      notify.error(isEmpty ? TEXTS[kind].nothingFound : errorText(error))
    }
    setBusy(null)
  }
  return { isDownloading: (id: string): boolean => busy === id, save: (id: string) => void save(id) }
}
