// /profile: a person's own record, bank details and referral link; ?edit=true opens the edit window, ?edit=1 at the
// bank account.
import { Copy, SquarePen } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { maskAccount } from '../../../../contract/people/account-number.ts'
import type { User } from '../../../../contract/people/users.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { referralLink } from '../../../lib/session/referral.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { call } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { useUser } from '../../../lib/api/users.ts'
import { profileTexts as texts, shellTexts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notify.tsx'
import { part } from '../../../ui/part.tsx'

const NoticeSettings = part(() => import('./parts/notice-settings.tsx'))
const OwnTopics = part(() => import('./parts/own-topics.tsx'))
const ShownNumber = part(() => import('./parts/shown-number.tsx'))
const OwnSecurity = part(() => import('./parts/own-security.tsx'))
const OwnAccount = part(() => import('./parts/own-account.tsx'))
const EditProfile = part(() => import('./parts/edit-profile.tsx'))
const fullName = (user: User): string => `${user.firstname} ${user.lastname}`.trim()

function UserCard({ user, level, color }: { user: User; level: string; color: string }) {
  const link = referralLink(user.referral_code)
  const copy = (): void =>
    void navigator.clipboard.writeText(link).then(
      () => notify.success(texts.copied),
      () => notify.error(texts.copyFailed),
    )
  return (
    <Card edge className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-surface-2 font-semibold text-ink-2"
      >
        {`${user.firstname.charAt(0)}${user.lastname.charAt(0)}`.toUpperCase()}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold break-words">{fullName(user)}</h2>
        <p className="mt-1 flex flex-wrap gap-2">
          <Badge>{shellTexts.roles[user.role]}</Badge>
          {level !== '' && (
            <Badge>
              <span
                aria-hidden
                className="size-2.5 rounded-full ring-1 ring-line-strong"
                style={{ background: color }}
              />
              {level}
            </Badge>
          )}
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 max-sm:w-full">
        <p className="text-[13px] text-ink-2">
          {texts.referralCode}: <strong className="font-mono text-ink">{user.referral_code}</strong>
        </p>
        <Button variant="secondary" size="sm" onClick={copy}>
          <Copy aria-hidden className="size-4" />
          {texts.copyReferral}
        </Button>
      </div>
    </Card>
  )
}

/** Nothing hangs on it: it only says whether mails arrive. */
function Unconfirmed({ email }: { email: string }) {
  const ask = useAction({ send: () => call('POST /auth/confirm-email/ask', {}) })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3">
      <p role="status" className="text-[13px] text-ink-2">
        {ask.answer ? texts.sentAgain(email) : texts.unconfirmed}
      </p>
      {!ask.answer && (
        <Button variant="secondary" size="sm" busy={ask.busy} onClick={() => void ask.run()}>
          {texts.sendAgain}
        </Button>
      )}
      {ask.failure && <Alert tone="danger">{ask.failure}</Alert>}
    </div>
  )
}

type FactsProps = { title: string; facts: [string, string][]; children?: ReactNode; foot?: ReactNode }
function Facts({ title, facts, children, foot }: FactsProps) {
  return (
    <Card edge className="px-4 py-3" aria-label={title}>
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {children}
      </div>
      <dl className="divide-y divide-line">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 py-2 sm:justify-start">
            <dt className="shrink-0 text-ink-2 sm:w-48">{label}</dt>
            <dd className="min-w-0 break-words max-sm:text-right">
              {value || <span className="font-normal text-ink-3">{texts.unset}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {foot}
    </Card>
  )
}

export default signedIn(function Profile({ user: me }: { user: SessionUser }) {
  const [params, setParams] = useSearchParams()
  const isEditing = ['true', '1'].includes(params.get('edit') ?? '')
  const navigate = useNavigate()
  const from: unknown = useLocation().state
  const setEditing = (edit: 'true' | '1' | null): void => setParams(edit === null ? {} : { edit }, { replace: true })
  /** Who came from a withdraw to change its account goes on there. */
  const close = (): void => {
    const isOnTheWay = typeof from === 'object' && from !== null && 'backTo' in from && from.backTo === '/withdraw'
    if (isOnTheWay) void navigate('/withdraw', { replace: true })
    else setEditing(null)
  }
  return (
    <RecordScreen title={texts.title} query={useUser(me.id)} skeleton="h-72 w-full rounded-2xl">
      {(person) => (
        <>
          <div className="flex flex-col gap-4">
            <UserCard user={person.user} level={person.level} color={person.color} />
            <Facts
              title={texts.personal}
              facts={[
                [texts.firstName, person.user.firstname],
                [texts.lastName, person.user.lastname],
                [texts.email, person.user.email],
                [texts.joined, formatDay(person.user.createdAt)],
              ]}
              foot={!person.user.email_confirmed && <Unconfirmed email={person.user.email} />}
            >
              <Button variant="secondary" size="sm" onClick={() => setEditing('true')}>
                <SquarePen aria-hidden className="size-4" />
                {texts.edit}
              </Button>
            </Facts>
            <Facts
              title={texts.bankInfo}
              facts={[
                [texts.bank, person.user.account_bank],
                [texts.accountNumber, maskAccount(person.user.account_number)],
                [texts.accountName, person.user.account_name],
              ]}
            >
              <Button variant="secondary" size="sm" onClick={() => setEditing('1')}>
                {texts.changeBank}
              </Button>
            </Facts>
            <Suspense fallback={null}>
              <OwnSecurity userId={me.id} />
              <NoticeSettings user={me} />
              {person.user.role !== 'staff' && <ShownNumber userId={me.id} />}
              {person.user.role !== 'staff' && <OwnTopics userId={me.id} />}
              <OwnAccount user={person.user} />
            </Suspense>
          </div>
          {isEditing && (
            <Suspense fallback={null}>
              <EditProfile user={person.user} atBank={params.get('edit') === '1'} onClose={close} />
            </Suspense>
          )}
        </>
      )}
    </RecordScreen>
  )
})
