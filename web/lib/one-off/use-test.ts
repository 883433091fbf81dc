// One press of a test: its key stays while nobody knows whether it arrived, so that pressed again it sends once.
import { useRef, useState } from 'react'
import { ApiError } from '../api/http.ts'
import { useAction } from '../api/use-action.ts'
import { sendTest, type TestContent } from './api.ts'

type Press = { key: string; said: string }
export type Started = { id: string; to: string }

/** @param sender the account's id */
export const useTestPress = (sender: string) => {
  const press = useRef<Press | null>(null)
  const [started, setStarted] = useState<Started | null>(null)
  const { busy, failure, run } = useAction({
    send: (content: TestContent) => {
      const said = JSON.stringify([sender, content])
      if (press.current?.said !== said) press.current = { key: crypto.randomUUID(), said }
      return sendTest(sender, content, press.current.key)
    },
    changes: ['one-offs'],
    onDone: ({ job }) => {
      press.current = null
      setStarted({ id: job.id, to: job.sender ?? '' })
    },
    onRefused: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) press.current = null
      return false
    },
  })
  return { busy, failure, started, forget: () => setStarted(null), run }
}
