// The DNS record of the page's host: made where the host's zone is in the account and nothing leads the host anywhere yet.
import { type Account, MissingScopes, statusOf } from '../account.ts'
import { findZone, type HostRecord, leadsTo, recordsOf, type Zone } from '../zones.ts'

/** none: the record is missing. other: somebody's own record leads the host elsewhere. */
type HostDns =
  | { state: 'right' | 'no-zone' }
  | { state: 'none'; zone: Zone }
  | { state: 'other'; records: HostRecord[] }

const needing = async <T>(scope: 'zone' | 'dns', read: Promise<T>): Promise<T> => {
  try {
    return await read
  } catch (error) {
    throw statusOf(error) === 403 ? new MissingScopes([scope]) : error
  }
}
/** @param target the page's own address. @throws MissingScopes before anything is made */
export const readDns = async (account: Account, host: string, target: string): Promise<HostDns> => {
  const zone = await needing('zone', findZone(account, host))
  if (!zone) return { state: 'no-zone' }
  const records = await needing('dns', recordsOf(account, zone, host))
  if (leadsTo(records, target)) return { state: 'right' }
  return records.length === 0 ? { state: 'none', zone } : { state: 'other', records }
}

/** The API itself refuses a second record that leads the host anywhere. */
export const makeRecord = async (account: Account, page: string, host: string): Promise<void> => {
  const { subdomain: target } = await account.client.pages.projects.get(page, { account_id: account.id })
  if (!target) throw new Error(`Cloudflare does not say the address of the page ${page}: run setup again`)
  const dns = await readDns(account, host, target)
  if (dns.state !== 'none') return
  await account.client.dns.records.create({
    zone_id: dns.zone.id,
    type: 'CNAME',
    name: host,
    content: target,
    proxied: true,
    ttl: 1,
  })
}

/** What is left to a person; null: nothing is. */
export const leftToDo = (dns: HostDns, host: string, target: string): string | null => {
  if (dns.state === 'no-zone')
    return `- DNS: this token sees no zone of ${host} in the account. Add the domain to it, or make ${host} a CNAME to ${target} where its DNS is`
  if (dns.state === 'other') {
    const there = dns.records.map(({ type, content }) => `${type} ${content}`).join(', ')
    return `- DNS: ${host} leads elsewhere (${there}), which setup leaves as it is. It must be a CNAME to ${target}`
  }
  return null
}
