// One message: what it says and carries, when, how far it came, and whether it was deleted.
import { Check, CheckCheck, Clock, FileText, Trash2 } from 'lucide-react'
import type { Bubble } from './api.ts'
import { formatted } from './formatted.tsx'
import { texts } from './texts.ts'

interface Props {
  bubble: Bubble
  removing: boolean
  onRemove: (() => void) | undefined
}

export function BubbleView({ bubble, removing, onRemove }: Props) {
  const { mine, revoked, decrypted, text, media, buttons, time } = bubble
  return (
    <li
      data-message-id={bubble.id}
      className={`max-w-[85%] rounded-xl px-3 py-2 shadow-sm ${mine ? 'self-end bg-mine' : 'self-start bg-paper'}`}
    >
      {revoked ? (
        <p className="text-muted italic">{texts.deleted}</p>
      ) : (
        <>
          {media && <Media media={media} />}
          {decrypted === false ? (
            <p className="text-muted italic">{texts.unreadable}</p>
          ) : (
            <p className="break-words whitespace-pre-wrap">{formatted(text)}</p>
          )}
          {buttons?.map(({ title, url }) => (
            <p key={title} className="mt-1 rounded-lg border border-line px-2 py-1 text-center text-sm">
              {url ? (
                <a href={url} target="_blank" rel="noreferrer" className="underline">
                  {title}
                </a>
              ) : (
                title
              )}
            </p>
          ))}
        </>
      )}
      <footer className="mt-1 flex items-center justify-end gap-2 text-xs text-muted">
        <time dateTime={new Date(time).toISOString()}>
          {new Date(time).toLocaleTimeString('id-ID', { hour: '2-digit', minute: '2-digit' })}
        </time>
        {mine && <Ticks bubble={bubble} />}
        {onRemove && !revoked && (
          <button
            type="button"
            aria-label={texts.deleteForAll}
            title={texts.deleteForAll}
            disabled={removing}
            className="flex size-6 cursor-pointer items-center justify-center rounded hover:bg-soft"
            onClick={onRemove}
          >
            <Trash2 aria-hidden size={14} />
          </button>
        )}
      </footer>
    </li>
  )
}

function Media({ media }: { media: NonNullable<Bubble['media']> }) {
  if (media.kind === 'image') return <img src={media.url} alt={texts.image} className="mb-1 max-h-64 rounded-lg" />
  if (media.kind === 'video') {
    return (
      <video src={media.url} controls className="mb-1 max-h-64 rounded-lg">
        <track kind="captions" />
      </video>
    )
  }
  return (
    <a href={media.url} target="_blank" rel="noreferrer" className="mb-1 flex items-center gap-1 underline">
      <FileText aria-hidden size={16} /> {media.fileName ?? media.mimetype}
    </a>
  )
}

function Ticks({ bubble }: { bubble: Bubble }) {
  const { ticks } = texts
  if (bubble.read)
    return <CheckCheck role="img" aria-label={ticks.read} size={16} className="text-sky-600 dark:text-sky-300" />
  if (bubble.delivered) return <CheckCheck role="img" aria-label={ticks.delivered} size={16} />
  if (bubble.acked) return <Check role="img" aria-label={ticks.sent} size={16} />
  return <Clock role="img" aria-label={ticks.pending} size={14} />
}
