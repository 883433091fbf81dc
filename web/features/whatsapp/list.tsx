// /whatsapp: the linked accounts, live.
import { Clock, Plus, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { MUST_RECONNECT } from '../../../contract/whatsapp.ts'
import { errorText } from '../../lib/api/http.ts'
import { type SessionUser, useSession } from '../../lib/session/session.ts'
import type { LiveAccount } from '../../realtime/apply-event.ts'
import { common, whatsappTexts as texts } from '../../texts/indonesian.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { notify } from '../../ui/notify.tsx'
import { Pager } from '../../ui/pager.tsx'
import { removeClient, resetAccount, useAccountRows, useAccounts } from './api.ts'
import type { AccountAct } from './parts/account-actions.tsx'
import type { Question } from './parts/account-dialog.tsx'
import { ListBody } from './parts/list-body.tsx'
import { Toolbar } from './parts/toolbar.tsx'
import { useBlast } from './use-blast.ts'
import { useActivation } from './use-activation.ts'
import { useListQuery } from './use-list-query.ts'
import { useLiveRows } from './use-live-rows.ts'

const AccountDialog = lazy(() => import('./parts/account-dialog.tsx'))
const REFRESH_SHOWN_MS = 1_000

/** What follows a question that was answered with yes. */
const useAnswers = (blast: ReturnType<typeof useBlast>) => {
  const navigate = useNavigate()
  const rows = useAccountRows()
  const reconnect = (account: LiveAccount): void =>
    void navigate(`/whatsapp/create?r=${encodeURIComponent(account.id)}`)
  const done = (work: Promise<unknown>, text: string): void =>
    void work.then(
      () => {
        notify.success(text)
        rows.refetch()
      },
      (error: unknown) => notify.error(errorText(error)),
    )
  return (question: Question, account: LiveAccount): void => {
    if (question === 'busy' || question === 'blaster') blast.stop(account)
    else if (question === 'reset') done(resetAccount(account), texts.resetDone)
    else if (question === 'remove') done(removeClient(account.clientid), texts.removeDone)
    else reconnect(account)
  }
}

export default function WhatsappList() {
  const user = useSession()?.user
  return user ? <Screen user={user} /> : null
}

function Screen({ user }: { user: SessionUser }) {
  const query = useListQuery()
  const { list, resync } = useAccounts({
    page: query.page,
    userId: user.role === 'member' ? user.id : null,
    search: query.search,
    status: query.status,
    sort: query.sorting.sent,
  })
  useLiveRows(user, list.data?.rows ?? [])
  const blast = useBlast()
  const activation = useActivation()
  const answer = useAnswers(blast)
  const [asking, setAsking] = useState<{ question: Question; account: LiveAccount } | null>(null)
  const [syncing, setSyncing] = useState(false)

  const onAct = (account: LiveAccount, act: AccountAct): void => {
    const ask = (question: Question): void => setAsking({ question, account })
    if (act !== 'toggle') {
      if (act === 'reset' && account.status === 'sending') return notify.error(texts.resetBusy)
      return ask(act)
    }
    if (!account.state || MUST_RECONNECT.includes(account.state)) return ask('forbidden')
    if (account.progressing || account.status === 'sending') return ask(account.blaster ? 'blaster' : 'busy')
    blast.start(account)
  }

  const refresh = async (): Promise<void> => {
    setSyncing(true)
    const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_SHOWN_MS))
    await resync().catch((error: unknown) => notify.error(errorText(error)))
    await shown
    setSyncing(false)
  }

  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={texts.title}>
        <Link to={`/member/edit?id=${encodeURIComponent(user.id)}`} className={buttonClass('secondary', 'sm')}>
          <Clock aria-hidden className="size-4" />
          {texts.duration}
        </Link>
        <Button variant="secondary" size="sm" disabled={syncing} onClick={() => void refresh()}>
          <RefreshCw aria-hidden className={classNames('size-4', syncing && 'animate-spin')} />
          {syncing ? texts.refreshing : texts.refresh}
        </Button>
        {user.role === 'member' && (
          <Link to="/whatsapp/create" className={buttonClass('primary', 'sm')}>
            <Plus aria-hidden className="size-4" />
            {texts.add}
          </Link>
        )}
      </PageHead>
      <Card>
        <Toolbar query={query} />
        <ListBody
          list={list}
          filtered={query.filtered}
          canAdd={user.role === 'member'}
          role={user.role}
          onAct={onAct}
          activation={activation}
          sorting={query.sorting}
        />
        <Pager
          page={query.page}
          totalPages={list.data?.totalPages ?? 1}
          onPage={query.setPage}
          labels={{
            nav: common.pages,
            previous: common.previous,
            next: common.next,
            place: common.pageOf(query.page, list.data?.totalPages ?? 1),
          }}
        />
      </Card>
      {asking && (
        <Suspense fallback={null}>
          <AccountDialog
            question={asking.question}
            onYes={() => answer(asking.question, asking.account)}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </>
  )
}
