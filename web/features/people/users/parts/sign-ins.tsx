// The devices on which one is signed in; one of them ends, or all but this (rule sign-ins).
import { useState } from 'react'
import type { Security } from '../../../../../contract/people/factors.ts'
import { call } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { formatDay } from '../../../../lib/format/format.ts'
import { common, formTexts, factorTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'

type SignIn = Security['sign_ins'][number]
const regions = new Intl.DisplayNames([document.documentElement.lang || 'id'], { type: 'region' })
const nameOf = ({ device }: SignIn): string => device || texts.unknownDevice
const factsOf = ({ country, createdAt, seenAt }: SignIn): string =>
  [country && regions.of(country), texts.signedIn(formatDay(createdAt)), texts.seen(formatDay(seenAt))]
    .filter(Boolean)
    .join(' · ')

export function SignIns({ list }: { list: readonly SignIn[] }) {
  const [asking, setAsking] = useState<SignIn | 'others' | null>(null)
  const end = useAction({
    send: (id: string) => call('POST /auth/sign-ins/end', { body: { id } }),
    changes: ['sign-in'],
    doneText: texts.ended,
  })
  const endOthers = useAction({
    send: () => call('DELETE /auth/sign-ins', {}),
    changes: ['sign-in'],
    doneText: texts.endedOthers,
  })
  const failed = end.failure ?? endOthers.failure
  const isOne = asking !== null && asking !== 'others'
  return (
    <section aria-label={texts.signIns} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.signIns}</h3>
      <p className="text-[13px] text-ink-2">{texts.signInsLead}</p>
      {failed && <Alert tone="danger">{formTexts.error(failed)}</Alert>}
      <ul className="divide-y divide-line">
        {list.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold">{nameOf(one)}</p>
              <p className="text-[13px] text-ink-2">{factsOf(one)}</p>
            </div>
            {one.current ? (
              <Badge tone="accent">{texts.thisDevice}</Badge>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                aria-label={texts.endOf(nameOf(one))}
                onClick={() => setAsking(one)}
              >
                {texts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.length > 1 && (
        <Button variant="secondary" className="self-start" busy={endOthers.busy} onClick={() => setAsking('others')}>
          {texts.endOthers}
        </Button>
      )}
      {asking !== null && (
        <Confirm
          title={isOne ? texts.endOf(nameOf(asking)) : texts.endOthers}
          confirmLabel={texts.yes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => void (isOne ? end.run(asking.id) : endOthers.run())}
          onClose={() => setAsking(null)}
        >
          {isOne ? texts.endText : texts.endOthersText}
        </Confirm>
      )}
    </section>
  )
}
