// The page's project and host: zone, DNS record, certificate; and the domain that mails come from.
import { all, orNull, SCOPES } from '../account.ts'
import type { Answers } from '../environment.ts'
import { findZone, leadsTo, recordsOf, type Zone } from '../zones.ts'
import { type Examined, setupOf } from './examined.ts'
import { type Answer, asking, type Finding, judged, missing, there } from './finding.ts'
import { LOOKING } from './scopes.ts'

const NAMESERVERS = (zone: Zone): string =>
  `set ${zone.nameServers.join(' and ') || 'the nameservers that the dashboard shows'} at the registrar of ${zone.name}`
const zoneFinding = (what: string, host: string, answer: Answer<Zone | null>): Finding =>
  judged(what, answer, (zone) => {
    if (!zone)
      return missing(
        `the token sees no zone of ${host} in this account`,
        'add the domain to the account (dashboard, Domains), or its zone to the token',
      )
    return zone.status === 'active'
      ? there(`${zone.name} is active`)
      : missing(`${zone.name} is ${zone.status}`, NAMESERVERS(zone))
  })

const certificateFinding = async (examined: Examined, host: string): Promise<Finding> => {
  const { client, id } = examined.account
  const list = client.pages.projects.domains.list(examined.resources.page, { account_id: id })
  return judged('certificate', await asking(SCOPES.page, orNull(all(list))), (domains) => {
    const domain = domains?.find(({ name }) => name === host)
    if (!domain) return missing(`${host} is not a domain of the page`, setupOf(examined))
    if (domain.status === 'active') return there(`${host} is active`)
    const why = [domain.verification_data?.error_message, domain.validation_data?.error_message].filter(Boolean)
    const says = `${host} is ${domain.status}${why.length > 0 ? ` (${why.join('; ')})` : ''}`
    return missing(
      says,
      domain.status === 'initializing' || domain.status === 'pending'
        ? 'mend the DNS record first, then wait some minutes and ask again'
        : 'look at it (dashboard, Workers & Pages, the page, Custom domains)',
    )
  })
}

const recordFinding = async (examined: Examined, host: string, target: string, zone: Zone): Promise<Finding> =>
  judged('DNS record', await asking(SCOPES.dns, recordsOf(examined.account, zone, host)), (records) => {
    if (leadsTo(records, target)) return there(`${host} leads to ${target}`)
    if (records.length === 0) return missing(`${host} has none`, setupOf(examined))
    const others = records.map(({ type, content }) => `${type} ${content}`).join(', ')
    return missing(
      `${host} leads elsewhere: ${others}`,
      `make it a CNAME to ${target} (dashboard, ${zone.name}, DNS); setup overwrites no record`,
    )
  })

export const pageFindings = async (examined: Examined, { domain }: Answers): Promise<Finding[]> => {
  const { account, resources } = examined
  const project = await asking(
    SCOPES.page,
    orNull(account.client.pages.projects.get(resources.page, { account_id: account.id })),
  )
  const page = judged('page', project, (found) =>
    found
      ? there(`the project ${resources.page} is there`)
      : missing(`there is no project ${resources.page}`, setupOf(examined)),
  )
  const zone = await asking(SCOPES.zone, findZone(account, domain))
  const target = ('said' in project && project.said?.subdomain) || `${resources.page}.pages.dev`
  const record = 'said' in zone && zone.said ? [await recordFinding(examined, domain, target, zone.said)] : []
  return [page, zoneFinding('zone', domain, zone), ...record, await certificateFinding(examined, domain)]
}

/** A sender is onboarded by its exact domain, or by a wildcard of the domain above. */
const covers = (sender: string, domain: string): boolean =>
  sender === domain || (sender.startsWith('*.') && domain.endsWith(sender.slice(1)))
const ONBOARD = 'onboard it (dashboard, Email Service, Email Sending)'
export const mailFinding = async ({ account }: Examined, { mailFrom }: Answers): Promise<Finding[]> => {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const answer = await asking(SCOPES.zone, findZone(account, domain))
  const zone = 'said' in answer ? answer.said : null
  if (!zone || zone.status !== 'active') return [zoneFinding('mail', domain, answer)]
  const senders = all(account.client.emailSending.subdomains.list({ zone_id: zone.id }))
  return [
    judged('mail', await asking(LOOKING.mail, senders), (found) => {
      const sender = found.find(({ name }) => covers(name, domain))
      if (!sender) return missing(`${domain} is not onboarded for sending`, ONBOARD)
      return sender.enabled
        ? there(`${domain} may send`)
        : missing(
            `${domain} is onboarded, and may not send yet`,
            `see which of its DNS records is not found (dashboard, Email Service, Email Sending)`,
          )
    }),
  ]
}
