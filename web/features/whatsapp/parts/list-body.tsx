// The rows, or what stands in their place: loading, failed, empty.
import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import type { Role } from '../../../../contract/role-table.ts'
import { errorText } from '../../../lib/api/http.ts'
import type { Sorting } from '../../../lib/lists/sorting.ts'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { common, whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ListFailed, ListSkeleton } from '../../../ui/list-states.tsx'
import type { AccountPage } from '../api.ts'
import type { AccountAct } from './account-actions.tsx'
import type { Activation } from '../use-activation.ts'
import { AccountTable } from './account-table.tsx'

type Props = {
  list: UseQueryResult<AccountPage>
  filtered: boolean
  canAdd: boolean
  role: Role
  onAct: (account: LiveAccount, act: AccountAct) => void
  activation: Activation
  sorting: Sorting
  /** The office's look at a member's accounts: no actions but activation. */
  watching?: boolean
}

export function ListBody(props: Props) {
  const { list, filtered, canAdd, role, onAct, activation, sorting, watching = role === 'admin' } = props
  if (list.isPending) return <ListSkeleton label={common.loading} />
  if (list.isError && !list.data)
    return <ListFailed text={errorText(list.error)} retryLabel={common.retry} onRetry={() => void list.refetch()} />
  const rows = list.data?.rows ?? []
  if (rows.length > 0)
    return (
      <AccountTable
        rows={rows}
        role={role}
        onAct={onAct}
        activation={activation}
        watching={watching}
        sorting={sorting}
      />
    )
  return (
    <Empty
      icon={Smartphone}
      title={common.empty}
      note={filtered ? texts.emptyFiltered : canAdd ? texts.emptyNote : undefined}
      action={
        canAdd && !filtered ? (
          <Link to="/whatsapp/create" className={buttonClass('primary')}>
            <Plus aria-hidden className="size-4" />
            {texts.add}
          </Link>
        ) : undefined
      }
    />
  )
}
