// Back one page after a save; to the list when the form was opened by its address. After a save the screen stays while another form
// on it has unsaved edits.
import { useNavigate } from 'react-router'
import { staysForOthers } from '../forms/leaving.ts'

export const useBack = (list: string) => {
  const navigate = useNavigate()
  return (): void => {
    if (staysForOthers()) return
    const place = history.state as { idx?: number; ground?: boolean } | null
    // Before the added entry (web/lib/browser/history.ts) stands this same form.
    if ((place?.idx ?? 0) > (place?.ground ? 1 : 0)) void navigate(-1)
    else void navigate(list, { replace: true })
  }
}
