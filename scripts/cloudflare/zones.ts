// The zone of a host, as far as the token sees it, and the records of that host.
import type { Account } from './account.ts'
import { all } from './account.ts'

export type Zone = { id: string; name: string; status: string; nameServers: string[] }
/** The closest zone above a host or domain; null: the token sees none in this account. */
export const findZone = async ({ client, id }: Account, host: string): Promise<Zone | null> => {
  const labels = host.split('.')
  for (let i = 0; i < labels.length - 1; i++) {
    const name = labels.slice(i).join('.')
    const [zone] = await all(client.zones.list({ account: { id }, name }))
    if (zone?.id) return { id: zone.id, name, status: zone.status ?? 'unknown', nameServers: zone.name_servers }
  }
  return null
}

export type HostRecord = { type: string; content: string }
const LEADS_SOMEWHERE = ['A', 'AAAA', 'CNAME']
/** What a host's name leads to; others of its records lead nobody anywhere. */
export const recordsOf = async ({ client }: Account, zone: Zone, host: string): Promise<HostRecord[]> => {
  const records = await all(client.dns.records.list({ zone_id: zone.id, name: { exact: host } }))
  return records
    .filter(({ type }) => LEADS_SOMEWHERE.includes(type))
    .map(({ type, content }) => ({ type, content: String(content) }))
}
export const leadsTo = (records: readonly HostRecord[], target: string): boolean =>
  records.some(({ type, content }) => type === 'CNAME' && content.replace(/\.$/, '') === target)
