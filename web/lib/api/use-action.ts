// One write by a person: the call, the subjects it changes, the message after it, and who shows a refusal.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notify } from '../../ui/notify.tsx'
import { ApiError, errorText } from './http.ts'
import { refresh, type Subject } from './query-keys.ts'

export type Action<In, Out> = {
  send: (input: In) => Promise<Out>
  /** Subjects that are fetched again after it, and after a refusal. */
  changes?: readonly Subject[]
  /** Message shown after success. */
  doneText?: string | ((input: In) => string)
  onDone?: (answer: Out, input: In) => void
  /** @returns true when it has handled the refusal itself */
  onRefused?: (error: unknown, input: In) => boolean
}

/** Sends, shows the message and starts the refresh, which is not awaited. @throws what `send` throws */
export const perform = async <In, Out>(
  cache: QueryClient,
  { send, changes = [], doneText, onDone }: Action<In, Out>,
  input: In,
): Promise<Out> => {
  const answer = await send(input)
  if (doneText !== undefined) notify.success(typeof doneText === 'string' ? doneText : doneText(input))
  void refresh(cache, ...changes)
  onDone?.(answer, input)
  return answer
}

type State<Out> = { busy: boolean; failure: string | null; answer: Out | undefined }

/** Runs one call at a time, however often it is pressed. `failure` is the text of a refusal, for the caller to show; `answer` the last answer. */
export const useAction = <In = void, Out = unknown>(action: Action<In, Out>) => {
  const cache = useQueryClient()
  const running = useRef(false)
  const [state, setState] = useState<State<Out>>({ busy: false, failure: null, answer: undefined })
  const run = async (input: In): Promise<void> => {
    if (running.current) return
    running.current = true
    setState((before) => ({ ...before, busy: true, failure: null }))
    try {
      const answer = await perform(cache, action, input)
      setState({ busy: false, failure: null, answer })
    } catch (error) {
      const isShown = action.onRefused?.(error, input) ?? false
      // what was refused has mostly changed meanwhile, and what got no answer may have happened; a form's wrong field is the person's own
      if (!isShown || !(error instanceof ApiError && error.fields)) void refresh(cache, ...(action.changes ?? []))
      const failure = isShown ? null : errorText(error)
      setState((before) => ({ ...before, busy: false, failure }))
    } finally {
      running.current = false
    }
  }
  return { ...state, run, clear: () => setState((before) => ({ ...before, failure: null })) }
}
