// Starting and stopping a row's work: the row says what was asked until an event, or a fetch, says that it is so.
import { useEffect, useRef } from 'react'
import type { RunStatus } from '../../contract/whatsapp.ts'
import { errorText } from '../lib/api/http.ts'
import type { Subject } from '../lib/api/query-keys.ts'
import { useRows } from '../lib/lists/use-rows.ts'
import { notify } from '../ui/notify.tsx'

type StartStopRow = { id: string; requestedStatus: RunStatus | null }
type Options<Row> = {
  of: Subject
  start: (row: Row) => Promise<unknown>
  stop: (row: Row) => Promise<unknown>
  /** No event by then: look. The last time gives up; a stop first finishes what is in flight. */
  lookAfterMs: Record<RunStatus, readonly number[]>
  /** How a refused start is said; default: in its own words. */
  startFailed?: (text: string) => string
}

export const useStartStop = <Row extends StartStopRow>({
  of,
  start,
  stop,
  lookAfterMs,
  startFailed = (text) => text,
}: Options<Row>) => {
  const rows = useRows<Row>(of)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending) clearTimeout(timer)
    }
  }, [])
  const mark = (id: string, requestedStatus: RunStatus | null): void =>
    rows.change((list) => list.map((row) => (row.id === id ? { ...row, requestedStatus } : row)))

  const lookLater = (id: string, wanted: RunStatus): void => {
    const times = lookAfterMs[wanted]
    times.forEach((ms, index) => {
      const timer = setTimeout(() => {
        timers.current.delete(timer)
        if (rows.find((row) => row.id === id)?.requestedStatus !== wanted) return
        if (index === times.length - 1) mark(id, null)
        rows.refetch()
      }, ms)
      timers.current.add(timer)
    })
  }
  const request = async (row: Row, wanted: RunStatus): Promise<void> => {
    mark(row.id, wanted)
    try {
      await (wanted === 'sending' ? start(row) : stop(row))
      lookLater(row.id, wanted)
    } catch (error) {
      mark(row.id, null)
      notify.error(wanted === 'sending' ? startFailed(errorText(error)) : errorText(error))
      rows.refetch()
    }
  }
  return {
    start: (row: Row) => void request(row, 'sending'),
    stop: (row: Row) => void request(row, 'idle'),
  }
}
