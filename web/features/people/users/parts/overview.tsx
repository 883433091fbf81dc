// What an admin must know of a person besides their settings: accounts, strikes, ledger, bonuses, withdraws, each with its link.
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../../../contract/api/table.ts'
import { call, errorText } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { ACCOUNT_TONES } from '../../../../lib/format/account-tones.ts'
import { formatDay, formatNumber, formatRupiah, formatRupiahExact, formatUntil } from '../../../../lib/format/format.ts'
import { overviewTexts as texts, statementTexts, whatsappTexts, withdrawTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

type Overview = Answer<'GET /admin/users/:id/overview'>
type Line = { key: string; what: ReactNode; note?: ReactNode; value: ReactNode }
type PartProps = { title: string; sum: string; empty: string; lines: Line[]; links?: { to: string; label: string }[] }

function Part({ title, sum, empty, lines, links = [] }: PartProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 border-t border-line p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-[13px] text-ink-2 tabular-nums">{sum}</p>
      </div>
      {lines.length === 0 && <p className="text-[13px] text-ink-2">{empty}</p>}
      <ul className="flex flex-col gap-2">
        {lines.map(({ key, what, note, value }) => (
          <li key={key} className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <span className="block break-words">{what}</span>
              {note && <span className="block text-[13px] break-words text-ink-2">{note}</span>}
            </span>
            <span className="shrink-0 text-right tabular-nums">{value}</span>
          </li>
        ))}
      </ul>
      {links.length > 0 && (
        <p className="flex flex-wrap gap-x-4">
          {links.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-6 items-center text-[13px] text-accent-text underline underline-offset-2"
            >
              {label}
            </Link>
          ))}
        </p>
      )}
    </section>
  )
}

type Account = Overview['accounts']['list'][number]
const stateOf = ({ state, restricted_until }: Account): string =>
  state === 'restricted' && restricted_until
    ? whatsappTexts.restrictedUntil(formatUntil(restricted_until, serverNow()))
    : whatsappTexts.states[state]
const nameOf = ({ name }: Account): string => name ?? texts.unnamed

function Parts({ id, accounts, ledger, bonuses, withdraws }: Overview & { id: string }) {
  const whose = `user_id=${encodeURIComponent(id)}`
  const of = (path: string): string => `${path}?id=${encodeURIComponent(id)}`
  return (
    <>
      <Part
        title={texts.accounts}
        sum={texts.accountSums(formatNumber(accounts.total), formatNumber(accounts.connected))}
        empty={texts.noAccounts}
        lines={accounts.list.map((row) => ({
          key: row.id,
          what: nameOf(row),
          note: row.phonenumber,
          value: <Badge tone={ACCOUNT_TONES[row.state]}>{stateOf(row)}</Badge>,
        }))}
        links={[{ to: of('/member/whatsapp'), label: texts.allAccounts }]}
      />
      <Part
        title={texts.strikes}
        sum={texts.strikeSum(formatNumber(accounts.strikes))}
        empty={texts.noStrikes}
        lines={accounts.list
          .filter(({ strikes }) => strikes > 0)
          .map((row) => ({
            key: row.id,
            what: nameOf(row),
            note: row.phonenumber,
            value: texts.strikesOf(formatNumber(row.strikes)),
          }))}
      />
      <Part
        title={texts.ledger}
        sum={texts.balance(formatRupiah(ledger.balance))}
        empty={texts.noLedger}
        lines={ledger.list.map((row) => ({
          key: String(row.id),
          what: statementTexts.kinds[row.kind],
          note: formatDay(row.createdAt),
          value: formatRupiahExact(row.amount),
        }))}
        links={[{ to: of('/withdraw/statement'), label: texts.allLedger }]}
      />
      <Part
        title={texts.bonuses}
        sum={texts.bonusSum(formatRupiah(bonuses.total))}
        empty={texts.noBonuses}
        lines={bonuses.list.map((row) => ({
          key: row.id,
          what: row.reason,
          note: formatDay(row.createdAt),
          value: formatRupiah(row.nominal),
        }))}
        links={[
          { to: `/bonus?${whose}`, label: texts.allBonuses },
          { to: of('/bonus/create'), label: texts.giveBonus },
        ]}
      />
      <Part
        title={texts.withdraws}
        sum={texts.withdrawSums(formatRupiah(withdraws.paid), formatRupiah(withdraws.waiting))}
        empty={texts.noWithdraws}
        lines={withdraws.list.map((row) => ({
          key: row.id,
          what: formatRupiah(row.nominal),
          note: formatDay(row.createdAt),
          value: withdrawTexts.statuses[row.status],
        }))}
        links={[{ to: `/withdraw/requested?status=all&${whose}`, label: texts.allWithdraws }]}
      />
    </>
  )
}

export default function PersonOverview({ id }: { id: string }) {
  const { data, isPending, error } = useQuery({
    queryKey: keys.sums('users', 'overview', id),
    queryFn: ({ signal }) =>
      call('GET /admin/users/:id/overview', { params: { id } }, { signal, fallback: texts.failed }),
    refetchOnMount: 'always',
  })
  return (
    <Card aria-label={texts.title} className="min-w-0">
      <h2 className="p-5 text-base font-semibold sm:px-6">{texts.title}</h2>
      {isPending && <Skeleton className="mx-5 mb-5 h-64" />}
      {error && !data && (
        <div className="px-5 pb-5">
          <Alert tone="danger">{errorText(error)}</Alert>
        </div>
      )}
      {data && <Parts id={id} {...data} />}
    </Card>
  )
}
