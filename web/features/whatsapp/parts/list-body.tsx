// The rows, or what stands in their place: loading, failed, empty.
import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import type { Role } from '../../../../contract/role-table.ts'
import { errorText } from '../../../lib/http.ts'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { common, whatsappTexts as texts } from '../../../texts/id.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
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
  /** The office's look at a member's accounts: no actions but activation. */
  watching?: boolean
}
const PLACES = ['a', 'b', 'c', 'd']

export function ListBody({ list, filtered, canAdd, role, onAct, activation, watching = role === 'admin' }: Props) {
  if (list.isPending)
    return (
      <div role="status" aria-label={common.loading} className="flex flex-col gap-4 p-5">
        {PLACES.map((place) => (
          <div key={place} className="flex items-center gap-6">
            <Skeleton className="h-10 w-44" />
            <Skeleton className="h-5 flex-1" />
            <Skeleton className="h-9 w-28" />
          </div>
        ))}
      </div>
    )
  if (list.isError && !list.data)
    return (
      <div className="p-4">
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="sm" onClick={() => void list.refetch()}>
              {common.retry}
            </Button>
          }
        >
          {errorText(list.error)}
        </Alert>
      </div>
    )
  const rows = list.data?.rows ?? []
  if (rows.length > 0)
    return <AccountTable rows={rows} role={role} onAct={onAct} activation={activation} watching={watching} />
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
