// Which campaigns a member's accounts send at present: their words, and what each message earns (rule own-campaigns).
import { useState } from 'react'
import type { OwnCampaign } from '../../../../../contract/sending/campaigns.ts'
import { filledFields } from '../../../../../contract/sending/message-text.ts'
import { scheduleOf } from '../../../../lib/campaigns/schedule.ts'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { MessageFigure } from '../../../../lib/message/message-figure.tsx'
import { ownCampaignTexts as texts } from '../../../../texts/indonesian.ts'
import { RowToggle } from '../../../../ui/row-toggle.tsx'
import { useOwnCampaigns } from '../own-campaigns.ts'

function Messages({ campaign: { id, name, templates, fallbacks = {} } }: { campaign: OwnCampaign }) {
  return (
    <div id={`campaign-${id}`} className="mt-2 flex flex-wrap items-start gap-3">
      {templates.map((template, at) => (
        <MessageFigure
          key={template.id}
          label={texts.message(name, formatNumber(at + 1))}
          template={template}
          fields={filledFields(fallbacks, {})}
          className="p-3"
        />
      ))}
      {Object.keys(fallbacks).length > 0 && <p className="basis-full text-[13px] text-ink-2">{texts.withoutValues}</p>}
    </div>
  )
}

export default function OwnCampaigns({ userId }: { userId: string }) {
  const { data } = useOwnCampaigns(userId)
  const [open, setOpen] = useState<number | null>(null)
  if (!data || data.length === 0) return null
  return (
    <section aria-label={texts.title} className="mt-4 rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="text-sm font-semibold">{texts.title}</h2>
      <p className="text-[13px] text-ink-2">{texts.lead}</p>
      <ul className="mt-1 divide-y divide-line">
        {data.map((campaign) => {
          const { id, name, price } = campaign
          const isOpen = open === id
          return (
            <li key={id} className="py-2">
              <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3">
                <div className="min-w-0">
                  <RowToggle isOpen={isOpen} controls={`campaign-${id}`} onToggle={() => setOpen(isOpen ? null : id)}>
                    {name}
                  </RowToggle>
                </div>
                <span className="tabular-nums">{texts.earns(formatRupiah(price))}</span>
              </div>
              <p className="text-[13px] text-ink-2">{scheduleOf(campaign)}</p>
              {isOpen && <Messages campaign={campaign} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
