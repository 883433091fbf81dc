// The message bubble as the recipient sees it, updated with every key.
import type { ComponentProps } from 'react'
import { MessageBubble } from '../../../../lib/message/message-bubble.tsx'
import { templateTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'

export function Preview(message: ComponentProps<typeof MessageBubble>) {
  const empty = message.textWa === '' && message.media === null && message.buttons.length === 0
  return (
    <Card className="p-5 sm:p-6" aria-label={texts.previewTitle}>
      <h2 className="text-base font-semibold">{texts.previewTitle}</h2>
      <p className="mt-1 text-[13px] text-ink-2">{texts.previewNote}</p>
      <div className="mt-4 rounded-xl bg-surface-2 p-4">
        {empty ? <p className="py-8 text-center text-ink-2">{texts.previewEmpty}</p> : <MessageBubble {...message} />}
      </div>
    </Card>
  )
}
