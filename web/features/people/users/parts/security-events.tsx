// The last events of one person's account, in their page (rule security-events).
import { Link } from 'react-router'
import { usePaged } from '../../../../lib/api/use-paged.ts'
import { formatMoment } from '../../../../lib/format/format.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { securityTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

const ROWS = 5

export function SecurityEvents({ id }: { id: string }) {
  const { query } = usePaged({
    of: 'security-events',
    route: 'GET /admin/security-events',
    sent: { query: { page: 1, limit: ROWS, user_id: id } },
    fallback: texts.loadFailed,
  })
  if (query.isPending) return <Skeleton className="h-24" />
  if (!query.data) return <Alert tone="danger">{errorText(query.error)}</Alert>
  const { data } = query.data
  return (
    <>
      {data.length === 0 && <p className="text-[13px] text-ink-2">{texts.none}</p>}
      <ul className="flex flex-col gap-2">
        {data.map(({ id: key, kind, date, network, country, by }) => (
          <li key={key} className="flex flex-wrap items-start justify-between gap-x-3">
            <span className="min-w-0 break-words">
              {texts.kinds[kind]}
              {by !== null && <span className="text-ink-2"> {texts.by(by)}</span>}
            </span>
            <span className="text-[13px] text-ink-2 tabular-nums">
              {[formatMoment(date), network, country].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link
          to={`/audit?view=security&user_id=${encodeURIComponent(id)}`}
          className="inline-flex min-h-6 items-center text-[13px] text-accent-text underline underline-offset-2"
        >
          {texts.all}
        </Link>
      </p>
    </>
  )
}
