// Forms with something typed that is not saved yet. Leaving one asks first, whatever way leads out: a link, Back, the closing of
// its dialog, a reload (decision record 0048).
import { createContext, useContext, useEffect, useId, useMemo, useSyncExternalStore } from 'react'
import { askBeforeLeaving, groundHistory } from '../browser/history.ts'
import { formTexts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'
import { keepAhead } from '../../ui/part.tsx'
import { hasHeldDrafts, holdDraft, releaseDraft } from './held-drafts.ts'

/** The dialog around a form; null: the form stands on its screen. Closing a dialog asks about its own forms only. */
export const FormScope = createContext<string | null>(null)
type Form = { scope: string | null; isChanged: boolean }
const forms = new Map<string, Form>()

let asked: (() => void) | null = null
const listeners = new Set<() => void>()
const setAsked = (go: (() => void) | null): void => {
  asked = go
  for (const listener of listeners) listener()
}

const loadQuestion = keepAhead(() => import('../../ui/leave-confirm.tsx'))
/** @param scope the dialog that is left; absent: the whole screen is */
const changedIn = (scope?: string): [string, Form][] =>
  [...forms].filter(([, form]) => form.isChanged && (scope === undefined || form.scope === scope))
/** Calls `go` at once, or after a yes where typed text would be lost. @returns true: at once */
export const leave = (go: () => void, scope?: string): boolean => {
  const changed = changedIn(scope)
  if (changed.length === 0) {
    go()
    return true
  }
  const goOn = (): void => {
    for (const [name] of changed) mark(name, false)
    go()
  }
  loadQuestion().then(
    () => setAsked(goOn),
    // The question's code does not come, as after a deploy: the browser's own question says the same.
    // oxlint-disable-next-line no-alert
    () => window.confirm(formTexts.leaveText) && goOn(),
  )
  return false
}

let isAfterSave = false
/** Runs what follows a save, such as the way back to the list; meanwhile `staysForOthers` looks at the other forms. */
export const afterSave = (whatFollows: () => void): void => {
  isAfterSave = true
  try {
    whatFollows()
  } finally {
    isAfterSave = false
  }
}
/** true: a form was just saved and another one on the screen has unsaved edits, so the screen must stay. Says so. */
export const staysForOthers = (): boolean => {
  const stays = isAfterSave && changedIn().length > 0
  if (stays) notify.info(formTexts.othersUnsaved)
  return stays
}

/** Once, where the page starts. */
export const guardForms = (): void => {
  askBeforeLeaving((go) => {
    if (changedIn().length === 0) return true
    leave(go)
    return false
  })
  addEventListener('beforeunload', (event) => {
    if (hasHeldDrafts()) event.preventDefault()
  })
}

/** What waits for an answer; null: nothing. */
export const useLeaveQuestion = () => {
  const go = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
  return { isAsked: go !== null, yes: () => go?.(), close: () => setAsked(null) }
}

/**
 * What a form tells: `saved`, leaving it loses nothing now; `touched`, something was typed since; `standsIn`, the dialog around
 * it, where the hook is called outside of that.
 */
export type Unsaved = { saved: () => void; touched: () => void; standsIn: (scope: string | null) => void }

const mark = (name: string, isChanged: boolean): void => {
  const form = forms.get(name)
  if (!form) return
  form.isChanged = isChanged
  if (!isChanged) return releaseDraft(name)
  holdDraft(name)
  groundHistory()
}
const place = (name: string, scope: string | null): void => {
  const form = forms.get(name)
  if (form) form.scope = scope
}

/** Every form says by it whether leaving would lose something; those of the form library do it in use-form.ts. */
export const useUnsaved = (isChanged: boolean): Unsaved => {
  const name = useId()
  const scope = useContext(FormScope)
  useEffect(() => {
    forms.set(name, { scope, isChanged: false })
    return () => {
      forms.delete(name)
      releaseDraft(name)
    }
  }, [name, scope])
  useEffect(() => mark(name, isChanged), [name, isChanged])
  return useMemo(
    () => ({
      saved: () => mark(name, false),
      touched: () => mark(name, true),
      standsIn: (dialog: string | null) => place(name, dialog),
    }),
    [name],
  )
}
