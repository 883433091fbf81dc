// The list of accounts: search, status filter and order over the rows.
import { Plus, Smartphone } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Paged } from '../../../../../contract/ground/paging.ts'
import { LIST_FILTERS } from '../../../../../contract/sending/whatsapp.ts'
import { DateRange } from '../../../../lib/lists/date-range.tsx'
import { PagedList } from '../../../../lib/lists/paged-list.tsx'
import type { SessionUser } from '../../../../lib/session/session.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/input.tsx'
import { useActivation } from '../use-activation.ts'
import type { useListQuery } from '../use-list-query.ts'
import { useLiveRows } from '../use-live-rows.ts'
import type { AccountAct } from './account-actions.tsx'
import { accountCard } from './account-card.tsx'
import { accountColumns } from './account-table.tsx'

type Props = {
  user: SessionUser
  list: UseQueryResult<Paged<LiveAccount>>
  place: ReturnType<typeof useListQuery>
  /** The person who may link an account here. */
  canAdd: boolean
  /** An admin's view of another person's accounts: the only action is activation. */
  watching: boolean
  onAct: (account: LiveAccount, act: AccountAct) => void
}

export function AccountList({ user, list, place, canAdd, watching, onAct }: Props) {
  useLiveRows(user, list.data?.data ?? [])
  const activation = useActivation()
  const handlers = { user, onAct, activation, watching, leads: list.data?.meta.total === 1 }
  return (
    <PagedList
      label={texts.table}
      query={list}
      place={place}
      sorting={place.sorting}
      search={{ label: texts.search, hint: texts.searchHint }}
      filters={
        <>
          <Select
            aria-label={texts.filter}
            value={place.status}
            onChange={(event) => place.setStatus(event.target.value)}
            className="sm:w-44"
          >
            {LIST_FILTERS.map((filter) => (
              <option key={filter} value={filter}>
                {texts.filters[filter]}
              </option>
            ))}
          </Select>
          {user.role !== 'member' && <DateRange place={place} />}
        </>
      }
      columns={accountColumns(handlers)}
      card={accountCard(handlers)}
      keyOf={(account) => account.id}
      minWidth="min-w-[54rem]"
      fixed
      tall
      icon={Smartphone}
      emptyNote={place.filtered ? texts.emptyFiltered : canAdd ? texts.emptyNote : undefined}
      emptyAction={
        canAdd && !place.filtered ? (
          <Link to="/whatsapp/create" className={buttonClass('primary')}>
            <Plus aria-hidden className="size-4" />
            {texts.add}
          </Link>
        ) : undefined
      }
    />
  )
}
