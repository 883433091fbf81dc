// A new installation's way: numbers with consent, a template, proxies.
import { useQuery } from '@tanstack/react-query'
import type { Paged } from '../../../../contract/paging.ts'
import { http } from '../../../lib/http.ts'
import { dashboardTexts as texts } from '../../../texts/id.ts'
import { Steps } from './steps.tsx'

const useAny = (path: string): boolean | undefined => {
  const found = useQuery({
    queryKey: ['any', path],
    queryFn: ({ signal }) => http.get<Paged<unknown>>(path, { query: { page: 1, limit: 1 }, signal }),
    refetchOnMount: 'always',
  })
  return found.data && found.data.meta.total > 0
}

export default function AdminSteps({ proxies }: { proxies: { unUsed: number; used: number } | undefined }) {
  const numbers = useAny('/admin/phonenumber/list-per-page')
  const templates = useAny('/admin/message/list-per-page')
  // Without proxies the product dials directly, so they alone do not keep the steps on the screen.
  if (numbers === undefined || templates === undefined || !proxies || (numbers && templates)) return null
  return (
    <Steps
      title={texts.stepsTitle}
      steps={[
        { ...texts.adminSteps.numbers, to: '/phonenumber/create', done: numbers },
        { ...texts.adminSteps.template, to: '/message/create', done: templates },
        { ...texts.adminSteps.proxy, to: '/proxy/create', done: proxies.unUsed + proxies.used > 0 },
      ]}
    />
  )
}
