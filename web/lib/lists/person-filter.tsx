// The person to whom a list is narrowed (`?user_id=`), by name; the chip takes the filter away.
import { listTexts } from '../../texts/indonesian.ts'
import { Chips } from '../../ui/chips.tsx'
import { useUser } from '../api/users.ts'
import type { PageQueryState } from './use-page-query.ts'

const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${firstname} ${lastname}`.trim()

type Props = {
  place: Pick<PageQueryState, 'param' | 'put'>
  /** As a shown row names the person; absent: their record is asked, which staff may not read. */
  person: { firstname: string; lastname: string } | undefined
}
export function PersonFilter({ place, person }: Props) {
  const id = place.param('user_id')
  const asked = useUser(person ? '' : id).data?.user
  const known = person ?? asked
  const name = known ? nameOf(known) : listTexts.onePerson
  const shown = <span className="max-w-56 truncate">{name}</span>
  return (
    <Chips
      label={listTexts.person}
      values={[id]}
      show={() => shown}
      removeLabel={() => listTexts.withoutPerson(name)}
      onRemove={() => place.put({ user_id: '', page: '' })}
    />
  )
}
