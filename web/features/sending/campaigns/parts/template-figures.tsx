// The words of a campaign's templates as they are now: what was sent before somebody edited one was another text.
import type { ReactNode } from 'react'
import { fieldsIn, filledFields } from '../../../../../contract/sending/message-text.ts'
import { useFields } from '../../../../lib/fields/api.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { MessageFigure } from '../../../../lib/message/message-figure.tsx'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { type Campaign, useActiveTemplates } from '../api.ts'

type Chosen = Campaign['templates'][number]
export const useShown = (templates: readonly Chosen[]) => {
  const { data } = useActiveTemplates()
  const fallbacks = Object.fromEntries((useFields().data?.fields ?? []).map(({ key, fallback }) => [key, fallback]))
  const shown = templates.flatMap(({ id, name, weight }) => {
    const template = data?.find((one) => one.id === id)
    return template ? [{ ...template, name, weight }] : []
  })
  return {
    shown,
    /** Nobody is sent these. */
    off: data ? templates.filter(({ id }) => data.every((one) => one.id !== id)) : [],
    fallbacks,
    isFilled: shown.some(({ text_wa }) => fieldsIn(text_wa, Object.keys(fallbacks)).length > 0),
  }
}

type Props = Pick<ReturnType<typeof useShown>, 'shown' | 'fallbacks'> & { below?: (id: string) => ReactNode }
export function TemplateFigures({ shown, fallbacks, below }: Props) {
  return shown.map(({ id, name, weight, ...template }) => (
    <MessageFigure
      key={id}
      label={texts.message(name)}
      template={template}
      fields={filledFields(fallbacks, {})}
      className="max-w-full p-3"
    >
      <figcaption className="mt-2 max-w-80 truncate text-[13px] text-ink-2">
        {texts.weightOf(formatNumber(weight))} · {name}
      </figcaption>
      {below?.(id)}
    </MessageFigure>
  ))
}

/** In the question before it is sent: the wrong message is seen here for the last time. */
export function AskedMessages({ templates }: { templates: readonly Chosen[] }) {
  const { shown, off, fallbacks } = useShown(templates)
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      {shown.length > 0 && <p className="font-semibold text-ink">{texts.sendsThis}</p>}
      <TemplateFigures shown={shown} fallbacks={fallbacks} />
      {off.map(({ id, name }) => (
        <p key={id} className="text-warning-text">
          {name} · {texts.templateOff}
        </p>
      ))}
    </div>
  )
}
