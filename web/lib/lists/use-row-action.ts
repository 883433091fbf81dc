// An action on one row of a list. The row shows that it is busy while others can be used; a refusal is shown as a notification.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../ui/notify.tsx'
import { errorText, PATIENCE_MS } from '../api/http.ts'
import { refresh } from '../api/query-keys.ts'
import { type Action, perform } from '../api/use-action.ts'

type Id = string | number
type Options<In, Out> = Action<In, Out> & {
  idOf: (input: In) => Id
  /** Shown before the refusal's own text. */
  refusedTitle?: string
}

/**
 * The row stays busy until the list shows the result, or would be busy for longer than a press may be. After a refusal the list is fetched
 * again, too, because the row has mostly changed meanwhile; not after one that `onRefused` has handled.
 */
export const useRowAction = <In, Out = unknown>({ idOf, refusedTitle, changes = [], ...action }: Options<In, Out>) => {
  const cache = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<Id>>(new Set())
  const run = async (input: In): Promise<void> => {
    const id = idOf(input)
    if (busy.has(id)) return
    setBusy((before) => new Set(before).add(id))
    const isLong = new Promise((done) => setTimeout(done, PATIENCE_MS))
    try {
      await perform(cache, action, input)
      await Promise.race([refresh(cache, ...changes), isLong])
    } catch (error) {
      if (!action.onRefused?.(error, input)) {
        const text = errorText(error)
        notify.error(refusedTitle === undefined ? text : `${refusedTitle}: ${text}`)
        void refresh(cache, ...changes)
      }
    }
    setBusy((before) => new Set([...before].filter((one) => one !== id)))
  }
  return { isBusy: (id: Id): boolean => busy.has(id), run: (input: In) => void run(input) }
}
