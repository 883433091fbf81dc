// /monitor/realtime?id=: events as they happen, on the admins' channel; the server sends only those about the id.
import { Activity, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ADMIN_CLIENT_ID } from '../../../../contract/ground/channels.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { monitorTexts as texts } from '../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataList } from '../../../ui/data-list.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { MonitorFrame } from './frame.tsx'
import { addLines, KEPT, type Line, type Look, lookOf } from './realtime-rules.ts'

const TONES: Record<NonNullable<Look>, Tone> = { yellow: 'warning', green: 'success' }
const { columns, none } = texts

const COLUMNS: Column<Line>[] = [
  {
    head: columns.event,
    card: 'title',
    cell: ({ event }) => {
      const look = lookOf(event)
      return <Badge tone={look ? TONES[look] : 'neutral'}>{event}</Badge>
    },
  },
  { head: columns.date, className: 'whitespace-nowrap tabular-nums', cell: ({ date }) => formatTime(date) },
  { head: columns.state, mute: (line) => line.state === null, cell: ({ state }) => state ?? none },
  { head: columns.status, mute: (line) => line.status === null, cell: ({ status }) => status ?? none },
  {
    head: columns.reconnect,
    mute: (line) => line.reconnects === null,
    cell: ({ reconnects }) => (reconnects === null ? none : texts.times(reconnects)),
  },
  {
    head: columns.wait,
    mute: (line) => line.waitS === null,
    cell: ({ waitS }) => (waitS === null ? none : texts.seconds(waitS)),
  },
  {
    head: columns.number,
    mute: (line) => line.number === null,
    className: 'tabular-nums',
    cell: ({ number }) => number ?? none,
  },
]

export default function MonitorRealtime() {
  const id = useSearchParams()[0].get('id') ?? ''
  return <Realtime key={id} id={id} />
}

function Realtime({ id }: { id: string }) {
  const [lines, setLines] = useState<Line[]>([])
  /** The rows that stay on the screen while it is paused; null: it is not paused. */
  const [held, setHeld] = useState<Line[] | null>(null)
  useRealtime(
    ADMIN_CLIENT_ID,
    (events) => setLines((before) => addLines(before, events, id, new Date().toISOString())),
    { only: id },
  )
  const waiting = held === null ? 0 : (lines[0]?.key ?? 0) - (held[0]?.key ?? 0)
  const shown = held ?? lines
  return (
    <MonitorFrame
      screen="realtime"
      tools={
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="sm" onClick={() => setHeld(held === null ? lines : null)}>
            {held === null ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
            {held === null ? texts.pause : texts.resume}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setLines([])
              setHeld(null)
            }}
          >
            <Trash2 aria-hidden className="size-4" />
            {texts.clear}
          </Button>
        </div>
      }
    >
      {/* Announced when it begins, pauses and continues; a screen reader that read every event would never end. */}
      <p role="status" className="sr-only">
        {held !== null ? texts.held : lines.length > 0 ? texts.coming : ''}
      </p>
      {shown.length === 0 ? (
        <Empty icon={Activity} title={texts.empty} note={texts.listening} />
      ) : (
        <>
          <DataList label={texts.events} rows={shown} columns={COLUMNS} keyOf={({ key }) => key} />
          {/* Not a live region, because it changes with every event. */}
          <p className="border-t border-line px-5 py-3 text-[13px] text-ink-2">
            {held === null
              ? texts.kept(formatNumber(Math.min(KEPT, lines.length)))
              : texts.paused(formatNumber(waiting))}
          </p>
        </>
      )}
    </MonitorFrame>
  )
}
