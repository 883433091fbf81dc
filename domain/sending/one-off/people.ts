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

/**
 * Whose page to open is said by the number: a row may be another person's since, or deleted, or made again. An object has no name of who was not
 * written to.
 */
export const withRecipients = async (db: Db, people: OneOffPeople): Promise<OneOffPeople> => {
  if (people.list.length === 0) return people
  const numbers = people.list.map(({ number }) => number)
  const found = new Map((await recipientsWith(db, numbers)).map((row) => [row.number, row]))
  const list = people.list.map((person) => {
    const row = found.get(person.number)
    const name = person.at === null ? person.name || (row?.name ?? '') : person.name
    return { ...person, id: row?.id ?? null, name }
  })
  return { ...people, list }
}
