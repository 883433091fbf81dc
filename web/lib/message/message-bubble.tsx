// A message as its recipient sees it: WhatsApp's bubble with media, marks, buttons as lines and the way out.
import { FileText, Play } from 'lucide-react'
import { Fragment, type ReactNode, useCallback } from 'react'
import { renderMessage } from '../../../contract/sending/message-text.ts'
import type { TemplateButton } from '../../../contract/sending/templates.ts'
import { templateTexts as texts } from '../../texts/indonesian.ts'
import { isImage, type Span, spansOf } from './wa-text.ts'

/** A file that was just chosen, or the address of one that is stored. */
export type PreviewMedia = { source: File | string; name: string } | null

const draw = (span: Span): ReactNode => {
  if (typeof span === 'string') return span
  switch (span.kind) {
    case 'link':
      return <span className="break-all text-info-text underline">{span.url}</span>
    case 'bold':
      return (
        <strong>
          <Spans spans={span.spans} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <Spans spans={span.spans} />
        </em>
      )
    default:
      return (
        <s>
          <Spans spans={span.spans} />
        </s>
      )
  }
}
function Spans({ spans }: { spans: readonly Span[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- a text has no names for its pieces
  return spans.map((span, place) => <Fragment key={place}>{draw(span)}</Fragment>)
}

/** Shows a chosen file by an object URL, which is revoked when the picture is removed. */
function Picture({ source }: { source: File | string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || typeof source === 'string') return undefined
      const url = URL.createObjectURL(source)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [source],
  )
  return (
    <img
      ref={show}
      {...(typeof source === 'string' ? { src: source } : {})}
      alt={texts.mediaAlt}
      className="max-h-72 w-full rounded-md object-cover"
    />
  )
}

function Media({ media }: { media: NonNullable<PreviewMedia> }) {
  if (isImage(media.name)) return <Picture key={media.name} source={media.source} />
  const pdf = media.name.toLowerCase().endsWith('.pdf')
  const Icon = pdf ? FileText : Play
  return (
    <div className="flex items-center gap-3 rounded-md bg-surface-2 px-3 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-2" />
      <div className="min-w-0">
        <p className="truncate text-[13px] font-semibold">{media.name.split('/').at(-1)}</p>
        <p className="text-xs text-ink-2">{pdf ? texts.previewFile : texts.previewVideo}</p>
      </div>
    </div>
  )
}

const SAMPLE = { name: texts.sampleName, phoneNumber: texts.sampleNumber }
type Props = {
  textWa: string
  buttons: readonly TemplateButton[]
  media: PreviewMedia
  /** Who reads it; default: a made-up person. */
  person?: { name: string; phoneNumber: string }
  /** What stands for each field of recipients, by key. */
  fields?: Readonly<Record<string, string>>
}

export function MessageBubble({ textWa, buttons, media, person = SAMPLE, fields }: Props) {
  const text = renderMessage({ textWa, button: buttons }, { ...person, fields })
  return <TextBubble text={text} media={media} />
}

/** What an account writes by itself: its text as it is, without the way out that a template ends with. */
export function TextBubble({ text, media = null }: { text: string; media?: PreviewMedia }) {
  return (
    <div className="max-w-80 rounded-lg rounded-tl-none bg-surface p-1.5 shadow-card">
      {media && <Media media={media} />}
      <p className="px-1.5 py-1 leading-5 break-words whitespace-pre-wrap">
        <Spans spans={spansOf(text)} />
      </p>
    </div>
  )
}
