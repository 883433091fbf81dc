// /inbox: all that waits for the person, what is old and worth much first (rule inbox).
import { Inbox as InboxIcon } from 'lucide-react'
import { Link } from 'react-router'
import { ADMIN_CLIENT_ID, userClientId } from '../../../../contract/ground/channels.ts'
import type { Inbox } from '../../../../contract/operation/inbox.ts'
import { errorText } from '../../../lib/api/http.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { countOf, useInbox } from '../../../lib/inbox/api.ts'
import { InboxRows } from '../../../lib/inbox/inbox-rows.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { IfStaffMayPayOut } from '../../../lib/session/if-staff-may-pay-out.tsx'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { common, inboxTexts as texts } from '../../../texts/indonesian.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ListFailed, ListSkeleton } from '../../../ui/list-states.tsx'

/** The shell hears what comes here, and fetches anew (web/app/shell/use-badges.ts). */
const HEARD_BY_SHELL = (): void => undefined

/** How many of each kind, each with its own list. */
function Kinds({ kinds }: { kinds: Inbox['kinds'] }) {
  return (
    <ul aria-label={texts.kindsLabel} className="mb-4 flex flex-wrap gap-x-4 gap-y-1">
      {kinds.map(({ kind, link, ...counted }) => (
        <li key={kind}>
          <Link to={link} className="inline-flex min-h-8 items-center text-xs underline underline-offset-2">
            {texts.kinds[kind](countOf(counted))}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Waiting({ user }: { user: SessionUser }) {
  const { data, isError, error, refetch } = useInbox(user)
  useRealtime(user.role === 'staff' ? userClientId(user.id) : ADMIN_CLIENT_ID, HEARD_BY_SHELL)
  if (!data && isError)
    return (
      <Card>
        <ListFailed text={errorText(error)} retryLabel={common.retry} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <ListSkeleton label={common.loading} />
      </Card>
    )
  if (data.count === 0)
    return (
      <Card>
        <Empty
          icon={InboxIcon}
          title={texts.empty}
          note={user.role === 'staff' ? texts.emptyNoteStaff : texts.emptyNote}
        />
      </Card>
    )
  return (
    <>
      {data.kinds.length > 1 && <Kinds kinds={data.kinds} />}
      <Card edge>
        <InboxRows label={texts.title} items={data.list} />
      </Card>
      {data.count > data.list.length && (
        <p className="mt-3 text-xs text-ink-2">{texts.cut(formatNumber(data.list.length), countOf(data))}</p>
      )}
    </>
  )
}

export default signedIn(function InboxScreen({ user }: { user: SessionUser }) {
  const { data } = useInbox(user)
  const shown = data && data.count > 0 ? countOf(data) : undefined
  return (
    <IfStaffMayPayOut>
      <ScreenHead
        title={texts.title}
        heading={shown === undefined ? texts.title : `${texts.title} ${shown}`}
        answer={shown}
        note={texts.lead}
      />
      <p role="status" className="sr-only">
        {shown && texts.waiting(shown)}
      </p>
      <Waiting user={user} />
    </IfStaffMayPayOut>
  )
})
