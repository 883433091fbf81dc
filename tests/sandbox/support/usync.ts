// Baileys' usync queries for tests, which may not load Baileys themselves.
import { USyncQuery, USyncUser } from '@whiskeysockets/baileys'

export function contactQuery(numbers: readonly string[]): USyncQuery {
  const query = new USyncQuery().withContactProtocol()
  for (const number of numbers) query.withUser(new USyncUser().withPhone(`+${number}`))
  return query
}

export const lidQuery = (jid: string): USyncQuery =>
  new USyncQuery().withLIDProtocol().withUser(new USyncUser().withId(jid))
