// Back one page after a save; to the list when the form was opened by its address. After a save the screen stays while another form
// on it has unsaved edits.
import { useNavigate } from 'react-router'
import { staysForEdits } from '../forms/unsaved-edits.ts'

export const useBack = (list: string) => {
  const navigate = useNavigate()
  return (): void => {
    if (staysForEdits()) return
    const place = history.state as { idx?: number } | null
    if ((place?.idx ?? 0) > 0) void navigate(-1)
    else void navigate(list, { replace: true })
  }
}
