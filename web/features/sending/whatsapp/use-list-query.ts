// The list's place in the address: page, s, id, the status filter and the order. On /whatsapp `id` names an account, on
// /member/whatsapp its owner.
import { listFilterOf } from '../../../../contract/sending/whatsapp.ts'
import { daysOf } from '../../../lib/lists/date-range.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'

const ACCOUNT = ['id']

export const useListQuery = (idNames: 'account' | 'owner' = 'account') => {
  const place = usePageQuery(idNames === 'account' ? ACCOUNT : [])
  const param = place.param('status')
  const status = listFilterOf(param)
  const id = place.param('id')
  const days = daysOf(place)
  return {
    ...place,
    status,
    sorting: sortingOf(place, 'accounts'),
    /** A search for an account's id finds it. */
    search: place.search === '' && idNames === 'account' ? id : place.search,
    /** When they were linked first. */
    days,
    owner: idNames === 'owner' ? id : '',
    setStatus: (next: string) => place.put({ status: next === 'all' ? '' : next, page: '' }),
    filtered:
      place.search !== '' ||
      (idNames === 'account' && id !== '') ||
      status !== 'all' ||
      days.from !== '' ||
      days.to !== '',
  }
}
