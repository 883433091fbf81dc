// What an account of the double has beside what is put into it: plan, services that somebody enables, zones, domains that
// may send mail, applications of containers. A test takes away what is to be missing.
type DnsRecord = { id: string; type: string; name: string; content: string; proxied: boolean }
export type Zone = {
  id: string
  name: string
  /** pending: the registrar does not name Cloudflare's servers yet. */
  status: 'active' | 'pending'
  records: DnsRecord[]
  /** Domains onboarded for sending. enabled: their records were found. */
  senders: { tag: string; name: string; enabled: boolean }[]
}
/** errors: what its instances said when they did not start. */
export type Application = { id: string; name: string; image: string; active: number; errors: string[] }

export class Offers {
  plan: 'workers_paid' | 'free' = 'workers_paid'
  hasR2 = true
  hasAnalyticsEngine = true
  readonly zones: Zone[] = []
  readonly applications: Application[] = []

  /** A zone as somebody adds it: its nameservers right, and mail may be sent from it. */
  addZone(name: string): Zone {
    const id = (this.zones.length + 1).toString(16).padStart(32, '0')
    const zone: Zone = {
      id,
      name,
      status: 'active',
      records: [],
      senders: [{ tag: `${id}-mail`, name, enabled: true }],
    }
    this.zones.push(zone)
    return zone
  }
  /** Whether everybody's resolver leads this host to that one. */
  leadsTo(host: string, target: string): boolean {
    return this.zones.some(
      ({ status, records }) =>
        status === 'active' &&
        records.some(({ type, name, content }) => type === 'CNAME' && name === host && content === target),
    )
  }
}
