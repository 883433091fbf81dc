// /money: money by day, week and month, of everybody or one member, and by member (rule money-periods); what is shown is in the address.
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { Members } from './parts/members.tsx'
import { Periods } from './parts/periods.tsx'

export default function Money() {
  const place = usePageQuery()
  return place.param('view') === 'members' ? <Members place={place} /> : <Periods place={place} />
}
