// What a campaign sends, with the way to try each message.
import { Link } from 'react-router'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { Card, CardHead } from '../../../../ui/card.tsx'
import type { Campaign } from '../api.ts'
import { TemplateFigures, useShown } from './template-figures.tsx'

const test = (id: string) => (
  <Link
    to={`/blaster?template=${encodeURIComponent(id)}`}
    className="mt-1 inline-block text-[13px] text-accent-text underline"
  >
    {texts.test}
  </Link>
)
export default function Messages({ templates }: Pick<Campaign, 'templates'>) {
  const { shown, fallbacks, isFilled } = useShown(templates)
  if (shown.length === 0) return null
  return (
    <Card className="min-w-0 lg:col-span-2" aria-label={texts.messages}>
      <CardHead>{texts.messages}</CardHead>
      <div className="flex flex-wrap items-start gap-4 p-4">
        <TemplateFigures shown={shown} fallbacks={fallbacks} below={test} />
      </div>
      {isFilled && <p className="px-4 pb-4 text-[13px] text-ink-2">{texts.withoutValues}</p>}
    </Card>
  )
}
