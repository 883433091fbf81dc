// Downloads an export with the sign-in's token: what the list shows, in its order. For an empty list a message is shown instead.
import { useState } from 'react'
import { listTexts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'
import type { Needs, Route } from '../../../contract/api/table.ts'
import { callFile } from '../api/call-file.ts'
import { ApiError, errorText } from '../api/http.ts'
import { saveFile } from '../browser/save-file.ts'

export type ExportRoute = Extract<Route, `${string}/export`>
/** The search, the filters and the order that the list shows. */
export type Shown<R extends ExportRoute> = Omit<NonNullable<Needs<R>['query']>, 'format'>
export const useExport = <R extends ExportRoute>(route: R, shown: Shown<R>, nothing: string) => {
  const [busy, setBusy] = useState<string | null>(null)
  const fetchFile = async (name: string): Promise<void> => {
    if (busy !== null) return
    setBusy(name)
    try {
      const query = { ...shown, format: name.endsWith('.json') ? 'json' : 'csv' } as Needs<R>['query']
      saveFile(await callFile<ExportRoute>(route, { query }, { fallback: listTexts.exportFailed }), name)
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
