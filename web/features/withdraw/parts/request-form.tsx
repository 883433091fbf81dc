// The member's request form; the typed amount stays until the server has accepted it.
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { RANGES } from '../../../../contract/ranges.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { ApiError } from '../../../lib/api/http.ts'
import { NumberField } from '../../../lib/forms/number-field.tsx'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { markSaved, useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useUser } from '../../../lib/api/users.ts'
import { withdrawTexts as texts } from '../../../texts/indonesian.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { CHANGED, requestWithdraw } from '../api.ts'
import { type NominalRefusal, readNominal } from '../nominal-rules.ts'

const PROFILE_INCOMPLETE = 1
const REFUSED: Record<NominalRefusal, string> = { minimum: texts.minimum, overBalance: texts.overBalance }

function Target({ userId }: { userId: string }) {
  const user = useUser(userId).data?.user
  if (!user) return null
  const { account_bank, account_number, account_name } = user
  const complete = [account_bank, account_number, account_name].every((part) => part.trim() !== '')
  return (
    <p className="text-[13px] text-ink-2">
      {complete ? `${texts.to} ${account_bank} ${account_number} (${account_name})` : texts.noBank}
    </p>
  )
}

const refusal = (text: string): ReactNode => (
  <>
    <strong className="block font-semibold">{texts.requestFailed}</strong>
    {text}
  </>
)

export function RequestForm({ user, balance }: { user: SessionUser; balance: number | null }) {
  const navigate = useNavigate()
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const form = useForm<{ nominal: string }>({ defaultValues: { nominal: '' } })
  const submit = useSubmit(form, {
    send: async ({ nominal }) => {
      const read = readNominal(nominal, null)
      if ('value' in read) await requestWithdraw(read.value, user.id)
    },
    changes: CHANGED,
    doneText: texts.requested,
    onDone: () => form.reset(),
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.code !== PROFILE_INCOMPLETE) return false
      setIncomplete(error.message)
      return true
    },
  })
  const typed = useWatch({ control: form.control, name: 'nominal' })
  const validate = (written: string): string | true => {
    const read = readNominal(written, balance)
    if ('refused' in read) return REFUSED[read.refused]
    return 'value' in read || read.problem
  }
  const all = Math.trunc(balance ?? 0)
  return (
    <Card aria-label={texts.formTitle} className="p-5 sm:p-6">
      <h2 className="mb-4 text-base font-semibold">{texts.formTitle}</h2>
      <SubmitForm
        submit={submit}
        label={texts.submit}
        busyLabel={texts.submitting}
        failureText={refusal}
        actions={
          all > 0 && (
            <Button
              variant="secondary"
              onClick={() => form.setValue('nominal', formatNumber(all), { shouldValidate: true })}
            >
              {texts.all}
            </Button>
          )
        }
        className="gap-4"
      >
        <NumberField
          label={texts.nominal}
          hint={texts.nominalHint}
          error={form.formState.errors.nominal?.message}
          range={RANGES.withdraw}
          typed={typed}
          placeholder="50.000"
          {...form.register('nominal', { validate })}
        />
        <Target userId={user.id} />
      </SubmitForm>
      {incomplete !== null && (
        <Confirm
          title={texts.failedTitle}
          confirmLabel={texts.ok}
          cancelLabel={texts.cancel}
          onConfirm={() => {
            // The profile comes first; the amount is asked for anew.
            markSaved(form)
            void navigate('/profile?edit=1')
          }}
          onClose={() => setIncomplete(null)}
        >
          {incomplete}
        </Confirm>
      )}
    </Card>
  )
}
