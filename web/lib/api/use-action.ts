// One write by a person: what is sent, what it changes, what is told, and who shows a refusal.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notify } from '../../ui/notify.tsx'
import { errorText } from './http.ts'
import { refresh, type Subject } from './query-keys.ts'

export type Action<In, Out> = {
  send: (input: In) => Promise<Out>
  /** Asked for again after it. */
  changes?: readonly Subject[]
  /** Said once it is done. */
  doneText?: string | ((input: In) => string)
  onDone?: (answer: Out, input: In) => void
  /** Answers true when it has dealt with the refusal itself. */
  onRefused?: (error: unknown, input: In) => boolean
}

/** Sends, tells and asks again; not awaited, for the person goes on meanwhile. @throws what `send` throws */
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

/** One at a time, however often it is pressed. `failure` is the refusal's text, for the caller to show; `answer` the last one's. */
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
      const failure = action.onRefused?.(error, input) ? null : errorText(error)
      setState((before) => ({ ...before, busy: false, failure }))
    } finally {
      running.current = false
    }
  }
  return { ...state, run, clear: () => setState((before) => ({ ...before, failure: null })) }
}
