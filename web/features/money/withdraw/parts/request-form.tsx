// The member's request form: the amount is reviewed with its destination before it is sent, and stays until the server has
// accepted it.
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type { Rupiah } from '../../../../../contract/ground/money.ts'
import { RANGES } from '../../../../../contract/ground/ranges.ts'
import type { User } from '../../../../../contract/people/users.ts'
import type { SessionUser } from '../../../../lib/session/session.ts'
import { formatDay, formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { ApiError } from '../../../../lib/api/http.ts'
import { NumberField } from '../../../../lib/forms/number-field.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { markSaved, useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { useUser } from '../../../../lib/api/users.ts'
import { fromServer, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { CHANGED, requestWithdraw } from '../api.ts'
import { maskAccount } from '../../../../../contract/people/account-number.ts'
import { type NominalRefusal, readNominal } from '../nominal-rules.ts'

const PROFILE_INCOMPLETE = 1
const REFUSED: Record<NominalRefusal, string> = { minimum: texts.minimum, overBalance: texts.overBalance }

type Bank = Pick<User, 'account_bank' | 'account_number' | 'account_name'>
const isComplete = ({ account_bank, account_number, account_name }: Bank): boolean =>
  [account_bank, account_number, account_name].every((part) => part.trim() !== '')

/** The window of the bank account; closed, it leads back here (web/features/people/users/profile.tsx). */
export const CHANGE_BANK = '/profile?edit=1'
export const BACK_HERE = { backTo: '/withdraw' }

function Target({ bank }: { bank: Bank }) {
  const { account_bank, account_number, account_name } = bank
  return (
    <p className="text-[13px] text-ink-2">
      {isComplete(bank)
        ? `${texts.to} ${texts.destination(account_bank, maskAccount(account_number), account_name)}`
        : texts.noBank}{' '}
      <Link to={CHANGE_BANK} state={BACK_HERE} className="text-accent-text underline underline-offset-2">
        {texts.changeBank}
      </Link>
    </p>
  )
}

type ReviewProps = { nominal: Rupiah; bank: Bank; balance: Rupiah | null; expectedDay: string | null }
function ReviewFacts({ nominal, bank, balance, expectedDay }: ReviewProps) {
  const facts: [string, string][] = [
    [texts.review.nominal, formatRupiah(nominal)],
    [texts.review.bank, bank.account_bank],
    [texts.review.number, maskAccount(bank.account_number)],
    [texts.review.name, bank.account_name],
    ...(balance === null ? [] : [[texts.review.left, formatRupiah(balance - nominal)] satisfies [string, string]]),
  ]
  return (
    <>
      <dl className="flex flex-col gap-2 text-ink">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[13px]">{texts.reviewNote}</p>
      {expectedDay && <p className="mt-1 text-[13px]">{texts.terms(formatDay(expectedDay))}</p>}
    </>
  )
}

const refusal = (text: string): ReactNode => (
  <>
    <strong className="block font-semibold">{texts.requestFailed}</strong>
    {text}
  </>
)

type Props = {
  user: SessionUser
  balance: number | null
  /** YYYY-MM-DD by which a request made now is transferred; null while that is not known. */
  expectedDay: string | null
  /** The amount that the form begins with; empty: none. */
  start?: string
}
export function RequestForm({ user, balance, expectedDay, start = '' }: Props) {
  const navigate = useNavigate()
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const [review, setReview] = useState<number | null>(null)
  const bank = useUser(user.id).data?.user
  const form = useForm<{ nominal: string }>({ defaultValues: { nominal: start } })
  const submit = useSubmit(form, {
    isReady: ({ nominal }) => {
      const read = readNominal(nominal, null)
      // Without bank details there is nothing to review: the server's refusal leads to the profile.
      if (!('value' in read) || !bank || !isComplete(bank)) return true
      setReview(read.value)
      return false
    },
    send: async ({ nominal }) => {
      const read = readNominal(nominal, null)
      if ('value' in read) await requestWithdraw(read.value, user.id)
    },
    changes: CHANGED,
    doneText: texts.requested,
    onDone: () => form.reset({ nominal: '' }),
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
    return 'value' in read || fromServer(read.problem)
  }
  const all = Math.trunc(balance ?? 0)
  const asked = readNominal(typed, balance)
  return (
    <Card edge aria-label={texts.formTitle} className="px-4 py-3 sm:py-4">
      <h2 className="text-xs text-ink-2">{texts.balance}</h2>
      <p className="mb-3 h-9 text-3xl font-semibold tracking-tight tabular-nums">
        {balance === null ? (
          <Skeleton className="h-9 w-44" />
        ) : (
          <LiveNumber value={balance} text={formatRupiah(balance)} />
        )}
      </p>
      <SubmitForm
        submit={submit}
        label={'value' in asked ? texts.submitOf(formatRupiah(asked.value)) : texts.submit}
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
        className="gap-3"
      >
        <NumberField
          label={texts.nominal}
          hint={texts.nominalHint}
          error={form.formState.errors.nominal?.message}
          range={RANGES.withdraw}
          typed={typed}
          grouped
          placeholder="50.000"
          {...form.register('nominal', { validate })}
        />
        {/* Until the record has come, as of the sign-in: what is reviewed and sent is the record's. */}
        <Target bank={bank ?? user} />
        <p className="min-h-5 text-[13px] text-ink-2">{expectedDay && texts.terms(formatDay(expectedDay))}</p>
      </SubmitForm>
      {review !== null && bank && (
        <Confirm
          title={texts.reviewTitle}
          confirmLabel={texts.send}
          cancelLabel={texts.change}
          onConfirm={() => void submit.sendNow(form.getValues())}
          onClose={() => setReview(null)}
        >
          <ReviewFacts nominal={review} bank={bank} balance={balance} expectedDay={expectedDay} />
        </Confirm>
      )}
      {incomplete !== null && (
        <Confirm
          title={texts.failedTitle}
          confirmLabel={texts.ok}
          cancelLabel={texts.cancel}
          onConfirm={() => {
            // The profile comes first; the amount is asked for again.
            markSaved(form)
            void navigate(CHANGE_BANK, { state: BACK_HERE })
          }}
          onClose={() => setIncomplete(null)}
        >
          {incomplete}
        </Confirm>
      )}
    </Card>
  )
}
