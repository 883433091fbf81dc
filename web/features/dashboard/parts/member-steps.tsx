// A new member's way: first link, first blast, first withdrawal.
import { useQuery } from '@tanstack/react-query'
import type { Paged } from '../../../../contract/paging.ts'
import { http } from '../../../lib/http.ts'
import { dashboardTexts as texts } from '../../../texts/id.ts'
import { Steps } from './steps.tsx'

type Props = { userId: string; linked: boolean; blasted: boolean }

export default function MemberSteps({ userId, linked, blasted }: Props) {
  const withdraws = useQuery({
    queryKey: ['first-withdraw', userId],
    queryFn: ({ signal }) =>
      http.get<Paged<unknown>>('/admin/withdraw/histories-per-page', { query: { limit: 1, user_id: userId }, signal }),
  })
  if (!withdraws.data) return null
  return (
    <Steps
      title={texts.stepsTitle}
      steps={[
        { ...texts.memberSteps.link, to: '/whatsapp/create', done: linked },
        { ...texts.memberSteps.blast, to: '/whatsapp', done: blasted },
        { ...texts.memberSteps.withdraw, to: '/withdraw', done: withdraws.data.meta.total > 0 },
      ]}
    />
  )
}
