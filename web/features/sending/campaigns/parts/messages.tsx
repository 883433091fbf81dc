// The words of a campaign's templates as they are now: what was sent before somebody edited one was another text.
import { Link } from 'react-router'
import { fieldsIn, filledFields } from '../../../../../contract/sending/message-text.ts'
import { useFields } from '../../../../lib/fields/api.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { MessageFigure } from '../../../../lib/message/message-figure.tsx'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { type Campaign, useActiveTemplates } from '../api.ts'

export default function Messages({ templates }: Pick<Campaign, 'templates'>) {
  const { data } = useActiveTemplates()
  const fallbacks = Object.fromEntries((useFields().data?.fields ?? []).map(({ key, fallback }) => [key, fallback]))
  const shown = templates.flatMap(({ id, name, weight }) => {
    const template = data?.find((one) => one.id === id)
    return template ? [{ ...template, name, weight }] : []
  })
  if (shown.length === 0) return null
  const isFilled = shown.some(({ text_wa }) => fieldsIn(text_wa, Object.keys(fallbacks)).length > 0)
  return (
    <Card className="min-w-0 lg:col-span-2" aria-label={texts.messages}>
      <CardHead>{texts.messages}</CardHead>
      <div className="flex flex-wrap items-start gap-4 p-4">
        {shown.map(({ id, name, weight, ...template }) => (
          <MessageFigure
            key={id}
            label={texts.message(name)}
            template={template}
            fields={filledFields(fallbacks, {})}
            className="p-3"
          >
            <figcaption className="mt-2 max-w-80 truncate text-[13px] text-ink-2">
              {texts.weightOf(formatNumber(weight))} · {name}
            </figcaption>
            <Link
              to={`/blaster?template=${encodeURIComponent(id)}`}
              className="mt-1 inline-block text-[13px] text-accent-text underline"
            >
              {texts.test}
            </Link>
          </MessageFigure>
        ))}
      </div>
      {isFilled && <p className="px-4 pb-4 text-[13px] text-ink-2">{texts.withoutValues}</p>}
    </Card>
  )
}
