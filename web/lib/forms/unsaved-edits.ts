// Which forms on this screen have edits that are not saved. After a save the screen is left only when no other form has any, so that
// a save never discards what was typed into the form beside it. Every form that goes through `useSubmit` is counted, and `useBack`
// asks here, so a new screen with two forms needs nothing of its own.
import { useEffect, useState } from 'react'
import { formTexts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'

const edited = new Set<symbol>()
let isAfterSave = false

/**
 * Counts this form while `hasEdits`.
 * @returns runs what follows a save of this form: its own edits do not count, and `useBack` stays while another form has some
 */
export const useUnsavedEdits = (hasEdits: boolean): ((whatFollows: () => void) => void) => {
  const [form] = useState(() => Symbol('form'))
  useEffect(() => {
    if (hasEdits) edited.add(form)
    else edited.delete(form)
    return () => void edited.delete(form)
  }, [form, hasEdits])
  return (whatFollows) => {
    edited.delete(form)
    isAfterSave = true
    try {
      whatFollows()
    } finally {
      isAfterSave = false
    }
  }
}

/** true: a form was just saved and another one has unsaved edits, so the screen must stay. Says so. */
export const staysForEdits = (): boolean => {
  const stays = isAfterSave && edited.size > 0
  if (stays) notify.info(formTexts.othersUnsaved)
  return stays
}
