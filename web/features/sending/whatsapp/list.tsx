// /whatsapp: the linked accounts, live.
import { Clock, RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { MUST_RECONNECT } from '../../../../contract/sending/whatsapp.ts'
import { useEarns } from '../../../lib/api/earning.ts'
import { AddLink } from '../../../lib/lists/tools.tsx'
import { useRowAction } from '../../../lib/lists/use-row-action.ts'
import { useSync } from '../../../lib/lists/use-rows.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { notify } from '../../../ui/notify.tsx'
import { part } from '../../../ui/part.tsx'
import { removeClient, resetAccount, useAccounts } from './api.ts'
import type { AccountAct } from './parts/account-actions.tsx'
import type { Question } from './parts/account-dialog.tsx'
import { AccountList } from './parts/account-list.tsx'
import { AllAccounts } from './parts/all-accounts.tsx'
import { RecipientsReady, RecipientsWish } from './parts/recipients-wish.tsx'
import { useBlast } from './use-blast.ts'
import { useListQuery } from './use-list-query.ts'

const AccountDialog = part(() => import('./parts/account-dialog.tsx'))
const OwnCampaigns = part(() => import('./parts/own-campaigns.tsx'))
const OwnRates = part(() => import('./parts/own-rates.tsx'))
const RenameDialog = part(() => import('./parts/rename-dialog.tsx'))

/** Two words fewer keep the head in one line. */
const ICON_ON_PHONES = 'max-sm:w-9 max-sm:px-0'
const idOf = ({ id }: LiveAccount): string => id
/** What follows a question that was answered with yes. */
const useAnswers = (blast: ReturnType<typeof useBlast>) => {
  const navigate = useNavigate()
  const reset = useRowAction({ idOf, send: resetAccount, changes: ['accounts'], doneText: texts.resetDone })
  const remove = useRowAction({
    idOf,
    send: ({ clientid }: LiveAccount) => removeClient(clientid),
    changes: ['accounts'],
    doneText: texts.removeDone,
  })
  return (question: Question, account: LiveAccount): void => {
    if (question === 'busy' || question === 'blaster') blast.stop(account)
    else if (question === 'reset') reset.run(account)
    else if (question === 'remove') remove.run(account)
    else void navigate(`/whatsapp/create?r=${encodeURIComponent(account.id)}`)
  }
}

export default signedIn(function WhatsappList({ user }: { user: SessionUser }) {
  const place = useListQuery()
  const member = user.role === 'member'
  const { query, resync } = useAccounts({
    page: place.page,
    ...place.days,
    userId: member ? user.id : null,
    search: place.search,
    status: place.status,
    sort: place.sorting.sent,
  })
  const { syncing, sync } = useSync(resync)
  // before a start as much as after it
  const earns = useEarns(user.id, member)
  const [asking, setAsking] = useState<{ question: Question; account: LiveAccount } | null>(null)
  const blast = useBlast((account) => setAsking({ question: 'forbidden', account }))
  const answer = useAnswers(blast)
  const [naming, setNaming] = useState<LiveAccount | null>(null)

  const mine = { userId: user.id, accounts: query.data?.data ?? [] }
  const onAct = (account: LiveAccount, act: AccountAct): void => {
    if (act === 'rename') return setNaming(account)
    const ask = (question: Question): void => setAsking({ question, account })
    if (act !== 'toggle') {
      if (act === 'reset' && account.status === 'sending') return notify.error(texts.resetBusy)
      return ask(act)
    }
    if (!account.state || MUST_RECONNECT.includes(account.state)) return ask('forbidden')
    if (account.progressing || account.status === 'sending') return ask(account.blaster ? 'blaster' : 'busy')
    blast.start(account)
  }

  return (
    <>
      <ScreenHead
        title={texts.title}
        note={
          member && (
            <>
              <div className="flex min-h-9 items-center justify-between gap-3">
                <span className="min-w-0">{earns}</span>
                {(place.filtered || (query.data?.meta.total ?? 0) > 1) && (
                  <AllAccounts userId={user.id} earns={earns} />
                )}
              </div>
              <RecipientsReady {...mine} />
            </>
          )
        }
      >
        <Link
          to={`/member/edit?id=${encodeURIComponent(user.id)}`}
          className={buttonClass('secondary', 'sm', ICON_ON_PHONES)}
        >
          <Clock aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{texts.duration}</span>
        </Link>
        <Button variant="secondary" size="sm" disabled={syncing} onClick={sync} className={ICON_ON_PHONES}>
          <RefreshCw aria-hidden className={classNames('size-4', syncing && 'animate-spin')} />
          <span className="max-sm:sr-only">{syncing ? texts.refreshing : texts.refresh}</span>
        </Button>
        {member && <AddLink to="/whatsapp/create" label={texts.add} isMain={(query.data?.meta.total ?? 2) > 1} />}
      </ScreenHead>
      {member && <RecipientsWish {...mine} />}
      <Card edge>
        <AccountList
          user={user}
          list={query}
          place={place}
          canAdd={member}
          watching={user.role === 'admin'}
          onAct={onAct}
        />
      </Card>
      {member && (
        <Suspense fallback={null}>
          <OwnCampaigns userId={user.id} />
          <OwnRates userId={user.id} />
        </Suspense>
      )}
      {naming && (
        <Suspense fallback={null}>
          <RenameDialog account={naming} onClose={() => setNaming(null)} />
        </Suspense>
      )}
      {asking && (
        <Suspense fallback={null}>
          <AccountDialog
            question={asking.question}
            account={asking.account}
            onYes={() => answer(asking.question, asking.account)}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </>
  )
})
