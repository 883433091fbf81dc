// /withdraw: a member's request form, balance and history; a request that waits can be taken back (rule withdraw-cancel).
import { Banknote, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { userClientId } from '../../../../contract/ground/channels.ts'
import type { WithdrawItem } from '../../../../contract/money/withdraw.ts'
import { formatMoment, formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { useRowAction } from '../../../lib/lists/use-row-action.ts'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { ProofButton } from '../../../lib/payouts/proof-button.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { common, statementTexts, waitTexts, withdrawTexts as texts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { mayObject, mayTakeBack } from './act-rules.ts'
import { cancelWithdraw, CHANGED, objectToWait, useLiveWithdraws, useMoney, useSettled, useWithdraws } from './api.ts'
import { maskAccount } from '../../../../contract/people/account-number.ts'
import { BalancePanel } from './parts/balance-panel.tsx'
import { ownRequest } from './parts/own-request.tsx'
import { BACK_HERE, CHANGE_BANK, RequestForm } from './parts/request-form.tsx'
import { StatusCause } from './parts/status.tsx'

const { columns: heads } = texts
const FORM = 'withdraw-form'
type RowHandlers = {
  isBusy: (id: string) => boolean
  cancel: (item: WithdrawItem) => void
  again: (item: WithdrawItem) => void
  object: (item: WithdrawItem) => void
}
const destinationOf = ({ User }: WithdrawItem): string =>
  texts.destination(User.account_bank, maskAccount(User.account_number), User.account_name)
const nominal = amountColumn<WithdrawItem>({
  head: heads.nominal,
  sort: 'nominal',
  card: 'title',
  of: (item) => item.nominal,
  look: () => 'font-semibold',
})
const createdAt: Column<WithdrawItem> = {
  head: heads.createdAt,
  sort: 'createdAt',
  cell: (item) => <span className="whitespace-nowrap">{formatMoment(item.createdAt)}</span>,
}
const destination: Column<WithdrawItem> = {
  head: heads.to,
  cell: (item) => <span className="break-words">{destinationOf(item)}</span>,
}
const status: Column<WithdrawItem> = {
  head: heads.status,
  card: 'wide',
  className: 'max-w-96',
  cell: (item) => <StatusCause item={item} />,
}
type ButtonProps = { item: WithdrawItem; label: string; busy: boolean; onPress: (item: WithdrawItem) => void }
function RowButton({ item, label, busy, onPress }: ButtonProps) {
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={busy}
      aria-label={texts.onRequest(label, formatRupiah(item.nominal))}
      onClick={() => onPress(item)}
    >
      {label}
    </Button>
  )
}
/** The buttons that help in this state: a waiting request can be taken back, one that came to nothing asked for again. */
const actions = ({ isBusy, cancel, again, object }: RowHandlers): Column<WithdrawItem> => ({
  head: heads.action,
  card: 'foot',
  cell: (item) => {
    const row = { item, busy: isBusy(item.id) }
    return (
      <div className="flex flex-wrap gap-2">
        {mayObject(item) && <RowButton {...row} label={waitTexts.notMe} onPress={object} />}
        {item.status === 'accepted' && item.hasProof && (
          <ProofButton withdrawId={item.id} name={formatRupiah(item.nominal)} />
        )}
        {mayTakeBack(item) && <RowButton {...row} label={texts.cancelOwn} onPress={cancel} />}
        {item.status === 'rejected' && <RowButton {...row} label={texts.again} onPress={again} />}
        {item.status === 'rejected' && !item.cancelled && (
          // most come back for a wrong account
          <Link
            to={CHANGE_BANK}
            state={BACK_HERE}
            aria-label={texts.onRequest(texts.changeBank, formatRupiah(item.nominal))}
            className={buttonClass('secondary', 'sm')}
          >
            {texts.changeBank}
          </Link>
        )}
      </div>
    )
  },
})

export default signedIn(function MemberWithdraw({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'withdraws')
  // one line of the statement, or a notice, leads to its request alone
  const id = place.param('id')
  const history = useWithdraws({ page: place.page, user_id: user.id, sort: sorting.sent, id })
  const money = useMoney(user.id)
  const [leaving, setLeaving] = useState<WithdrawItem | null>(null)
  const [objecting, setObjecting] = useState<WithdrawItem | null>(null)
  const [start, setStart] = useState({ nominal: '', count: 0 })
  const { isBusy, run: cancel } = useRowAction<WithdrawItem>({
    idOf: ({ id }) => id,
    send: ({ id }) => cancelWithdraw(id),
    changes: CHANGED,
    doneText: texts.cancelled,
    refusedTitle: texts.updateFailed,
  })
  const { isBusy: isObjecting, run: object } = useRowAction<WithdrawItem>({
    idOf: ({ id }) => id,
    send: ({ id }) => objectToWait(id),
    changes: CHANGED,
    doneText: waitTexts.notMeDone,
    refusedTitle: waitTexts.notMeFailed,
  })
  const again = (item: WithdrawItem): void => {
    setStart(({ count }) => ({ nominal: formatNumber(item.nominal), count: count + 1 }))
    document.getElementById(FORM)?.scrollIntoView({ block: 'center' })
  }
  const handlers: RowHandlers = {
    isBusy: (id) => isBusy(id) || isObjecting(id),
    cancel: setLeaving,
    again,
    object: setObjecting,
  }
  const acts = actions(handlers)
  useSettled()
  useLiveWithdraws(userClientId(user.id))
  return (
    <>
      <ScreenHead title={texts.title}>
        <Link to="/withdraw/statement" className={buttonClass('secondary', 'sm')}>
          <ScrollText aria-hidden className="size-4" />
          {statementTexts.link}
        </Link>
      </ScreenHead>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div id={FORM}>
          <RequestForm
            key={start.count}
            user={user}
            balance={money.data?.balance ?? null}
            expectedDay={money.data?.expectedDay ?? null}
            start={start.nominal}
          />
        </div>
        <BalancePanel money={money} />
      </div>
      <Card edge className="mt-4">
        <CardHead>{texts.historyTitle}</CardHead>
        {id !== '' && (
          <div className="px-4 pb-3 sm:px-5">
            <Chips
              label={texts.onlyOne}
              values={[id]}
              show={() => texts.onlyOne}
              removeLabel={() => texts.showAll}
              onRemove={() => place.put({ id: '', page: '' })}
            />
          </div>
        )}
        <PagedList
          label={texts.historyTitle}
          query={history.query}
          place={place}
          sorting={sorting}
          columns={[createdAt, nominal, destination, status, acts]}
          card={ownRequest({ to: destinationOf, acts: acts.cell })}
          keyOf={(item) => item.id}
          icon={Banknote}
          minWidth="min-w-[44rem]"
          fixed
          tall
          emptyNote={texts.historyEmpty}
        />
      </Card>
      {leaving && (
        <Confirm
          title={texts.cancelTitle}
          confirmLabel={texts.cancelYes}
          cancelLabel={texts.cancelNo}
          danger
          onConfirm={() => cancel(leaving)}
          onClose={() => setLeaving(null)}
        >
          {texts.cancelText(formatRupiah(leaving.nominal))}
        </Confirm>
      )}
      {objecting && (
        <Confirm
          title={waitTexts.notMeTitle}
          confirmLabel={waitTexts.notMeYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => object(objecting)}
          onClose={() => setObjecting(null)}
        >
          {waitTexts.notMeText(formatRupiah(objecting.nominal))}
        </Confirm>
      )}
    </>
  )
})
