// Downloads one file of money at a time, as the screen's filters say; a refusal is shown as a message.
import { useState } from 'react'
import { errorText } from '../../../lib/api/http.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { notify } from '../../../ui/notify.tsx'

/** @param fetchFile gets the file's name */
export const useDownload = (fetchFile: (name: string) => Promise<Blob>) => {
  const [busy, setBusy] = useState<string | null>(null)
  const download = async (name: string): Promise<void> => {
    if (busy !== null) return
    setBusy(name)
    try {
      saveFile(await fetchFile(name), name)
    } catch (error) {
      notify.error(errorText(error))
    }
    setBusy(null)
  }
  return {
    /** The file that is being downloaded; null: none. */
    busy,
    onSave: (name: string) => void download(name),
  }
}
