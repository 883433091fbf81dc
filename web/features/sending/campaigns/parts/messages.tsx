// The words of a campaign, as they arrive.
import { MessageBubble } from '../../../../lib/message/message-bubble.tsx'
import { formatNumber } from '../../../../lib/format/format.ts'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { type Campaign, useActiveTemplates } from '../api.ts'

export default function Messages({ templates }: Pick<Campaign, 'templates'>) {
  const { data } = useActiveTemplates()
  const shown = templates.flatMap(({ id, name, weight }) => {
    const template = data?.find((one) => one.id === id)
    return template ? [{ ...template, name, weight }] : []
  })
  if (shown.length === 0) return null
  return (
    <Card className="min-w-0 lg:col-span-2" aria-label={texts.messages}>
      <CardHead>{texts.messages}</CardHead>
      <div className="flex flex-wrap items-start gap-4 p-4">
        {shown.map(({ id, name, weight, text_wa, button, media }) => (
          <figure key={id} aria-label={texts.message(name)} className="min-w-0 rounded-xl bg-surface-2 p-3">
            <MessageBubble
              textWa={text_wa}
              buttons={button}
              media={media === null ? null : { source: media, name: media }}
            />
            <figcaption className="mt-2 max-w-80 truncate text-[13px] text-ink-2">
              {texts.weightOf(formatNumber(weight))} · {name}
            </figcaption>
          </figure>
        ))}
      </div>
    </Card>
  )
}
