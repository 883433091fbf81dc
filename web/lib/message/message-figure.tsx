// A template as it arrives, under a name; the code of it comes when it is shown.
import { type ReactNode, Suspense } from 'react'
import type { TemplateButton } from '../../../contract/sending/templates.ts'
import { classNames } from '../../ui/class-names.ts'
import { part } from '../../ui/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const MessageBubble = part(() => import('./message-bubble.tsx').then((m) => ({ default: m.MessageBubble })))

type Props = {
  label: string
  /** media: address of its file. */
  template: { text_wa: string; button: readonly TemplateButton[]; media: string | null }
  /** Who reads it, and what stands for each field of recipients; default: a made-up person, without any. */
  person?: { name: string; phoneNumber: string }
  fields?: Readonly<Record<string, string>>
  className?: string
  children?: ReactNode
}
export function MessageFigure({
  label,
  template: { text_wa, button, media },
  person,
  fields,
  className,
  children,
}: Props) {
  return (
    <figure aria-label={label} className={classNames('min-w-0 rounded-xl bg-surface-2', className)}>
      <Suspense fallback={<Skeleton className="h-24 max-w-80" />}>
        <MessageBubble
          textWa={text_wa}
          buttons={button}
          media={media === null ? null : { source: media, name: media }}
          {...(person ? { person } : {})}
          {...(fields ? { fields } : {})}
        />
      </Suspense>
      {children}
    </figure>
  )
}
