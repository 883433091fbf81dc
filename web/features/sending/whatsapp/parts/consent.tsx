// What a person agrees to before the first link: members link for blasts (rule informed-consent), all others for checks.
import { ShieldAlert } from 'lucide-react'
import type { Ref } from 'react'
import { type AccountPurpose } from '../../../../../contract/ground/account-purpose.ts'
import { LINK_CONSENT_VERSION } from '../../../../../contract/sending/whatsapp.ts'
import { checkConsent, linkConsent } from '../../../../texts/indonesian.ts'
import { TopicsNow } from './topics-now.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'

export const consentTexts = (purpose: AccountPurpose) => (purpose === 'blast' ? linkConsent : checkConsent)

type Props = {
  userId: string
  purpose: AccountPurpose
  agreed: boolean
  error: string | undefined
  box: Ref<HTMLInputElement>
  onChange: (agreed: boolean) => void
}

export function Consent({ userId, purpose, agreed, error, box, onChange }: Props) {
  const texts = consentTexts(purpose)
  return (
    <section aria-label={texts.title} className="border-b border-line pb-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <ShieldAlert aria-hidden className="size-5 text-warning-text" />
        {texts.title}
      </h2>
      <p className="mt-2 text-ink-2">{texts.intro}</p>
      <ul className="mt-2 mb-4 flex list-disc flex-col gap-1 pl-5 text-ink-2">
        {texts.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {purpose === 'blast' && <TopicsNow userId={userId} />}
      <Checkbox
        ref={box}
        checked={agreed}
        onChange={(event) => onChange(event.target.checked)}
        label={texts.agree}
        error={error}
      />
      <p className="mt-3 text-xs text-ink-3">{linkConsent.version(LINK_CONSENT_VERSION)}</p>
    </section>
  )
}
