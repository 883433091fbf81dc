// /status: what is wrong now, whether the service keeps its promises, and what was last done to it. Asked again twice a minute.
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { Sync } from '../../../lib/lists/tools.tsx'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { statusTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { part } from '../../../ui/part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Attention } from './parts/attention.tsx'
import { Facts } from './parts/facts.tsx'
import { GivenUp } from './parts/given-up.tsx'
import { Promises } from './parts/promises.tsx'

const Plots = part(() => import('./parts/plots.tsx'))
const ASK_AGAIN_MS = 30_000

export default function StatusScreen() {
  const query = useQuery({
    queryKey: keys.sums('status'),
    queryFn: ({ signal }) => call('GET /admin/status', {}, { signal, fallback: texts.loadFailed }),
    refetchInterval: ASK_AGAIN_MS,
    refetchOnMount: 'always',
  })
  return (
    <RecordScreen
      title={texts.title}
      note={texts.lead}
      tools={<Sync onSync={() => query.refetch({ throwOnError: true })} worded />}
      query={query}
      skeleton="h-96 w-full rounded-2xl"
    >
      {(status) => (
        <div className="flex flex-col gap-7">
          {query.isError && <Alert tone="danger">{texts.loadFailed}</Alert>}
          <Attention troubles={status.troubles} now={status.now} />
          {status.givenUp && <GivenUp givenUp={status.givenUp} />}
          <Promises status={status} />
          <Suspense fallback={<Skeleton className="h-80 w-full rounded-2xl" />}>
            <Plots status={status} />
          </Suspense>
          <Facts status={status} />
        </div>
      )}
    </RecordScreen>
  )
}
