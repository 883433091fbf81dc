// Starts and stops a row's work. The row shows the requested status until an event or a fetch confirms it.
import { useEffect, useRef } from 'react'
import type { RunStatus } from '../../contract/sending/whatsapp.ts'
import { errorText } from '../lib/api/http.ts'
import type { Subject } from '../lib/api/query-keys.ts'
import { useRows } from '../lib/lists/use-rows.ts'
import { notify } from '../ui/notify.tsx'

type StartStopRow = { id: string; requestedStatus: RunStatus | null }
/** A request that has no answer by then is not certain any more: the row is read again. */
const UNSURE_MS = 15_000
type Options<Row> = {
  of: Subject
  start: (row: Row) => Promise<unknown>
  stop: (row: Row) => Promise<unknown>
  /** Without an event the list is fetched at these times; at the last one the request is given up. A stop takes longer, because what is in flight finishes first. */
  lookAfterMs: Record<RunStatus, readonly number[]>
  /** The text for a refused start; default: the refusal's own. */
  startFailed?: (text: string) => string
  /** @returns true: it says itself why a start was refused */
  onRefusedStart?: (error: unknown, row: Row) => boolean
}

export const useStartStop = <Row extends StartStopRow>({
  of,
  start,
  stop,
  lookAfterMs,
  startFailed = (text) => text,
  onRefusedStart = () => false,
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
    const unsure = setTimeout(() => rows.refetch(), UNSURE_MS)
    timers.current.add(unsure)
    try {
      await (wanted === 'sending' ? start(row) : stop(row))
      lookLater(row.id, wanted)
    } catch (error) {
      mark(row.id, null)
      if (wanted === 'idle') notify.error(errorText(error))
      else if (!onRefusedStart(error, row)) notify.error(startFailed(errorText(error)))
      rows.refetch()
    } finally {
      clearTimeout(unsure)
      timers.current.delete(unsure)
    }
  }
  return {
    start: (row: Row) => void request(row, 'sending'),
    stop: (row: Row) => void request(row, 'idle'),
  }
}
