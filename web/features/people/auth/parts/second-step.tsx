// The second step of a sign-in, in place of the form with the password (rule second-factor).
import type { GivenFactor } from '../../../../../contract/people/factors.ts'
import type { Answer } from '../../../../../contract/api/table.ts'
import { call } from '../../../../lib/api/http.ts'
import { FactorForm } from '../../../../lib/factors/factor-form.tsx'
import { startSession } from '../../../../lib/session/session.ts'
import { authTexts, factorTexts as texts } from '../../../../texts/indonesian.ts'

export type Asked = Extract<Answer<'POST /auth/login'>, { ticket: string }>

export default function SecondStep({ asked, onBack }: { asked: Asked; onBack: () => void }) {
  const send = async (given: GivenFactor): Promise<void> => {
    const { token, user } = await call(
      'POST /auth/login/factor',
      { anonymous: true, body: { ...given, ticket: asked.ticket } },
      { fallback: authTexts.signinFailed },
    )
    startSession(token, user)
  }
  return (
    <section aria-label={texts.stepTitle} className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">{texts.stepTitle}</h2>
      <p className="text-ink-2">{texts.stepLead}</p>
      <FactorForm
        ways={asked.ways}
        options={asked.options}
        send={send}
        onBack={onBack}
        backLabel={texts.otherAccount}
      />
    </section>
  )
}
