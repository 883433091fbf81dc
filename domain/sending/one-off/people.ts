// Who gets or got a one-off blast (rule one-off-people): the sender's object says it, a page at a time; the list of recipients adds whose page to open.
import type { OneOffPeople } from '../../../contract/sending/one-off-people.ts'
import type { Db } from '../../ground/db/connection.ts'
import { recipientsWith } from './store.ts'

type Ask = (place: { after: string | null; limit: number }) => Promise<OneOffPeople>
/** An object looks at some thousand messages in a call: it is asked again until the page is full. @param most how often; then the page is short */
export const gathered = async (
  ask: Ask,
  { after, limit }: { after: string | null; limit: number },
  most: number,
): Promise<OneOffPeople> => {
  const people = await ask({ after, limit })
  for (let asked = 1; asked < most && people.next !== null && people.list.length < limit; asked++) {
    const more = await ask({ after: people.next, limit: limit - people.list.length })
    people.list.push(...more.list)
    people.next = more.next
  }
  return people
}

/** An object knows neither the row nor the name of who was not written to. */
export const withRecipients = async (db: Db, people: OneOffPeople): Promise<OneOffPeople> => {
  const unknown = people.list.flatMap(({ id, number }) => (id === null ? [number] : []))
  if (unknown.length === 0) return people
  const found = new Map((await recipientsWith(db, unknown)).map((row) => [row.number, row]))
  const list = people.list.map((person) => {
    const row = person.id === null ? found.get(person.number) : undefined
    return row ? { ...person, id: row.id, name: person.name || row.name } : person
  })
  return { ...people, list }
}
