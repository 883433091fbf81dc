// What runners on Cloudflare's containers need: an engine that builds their image here, and the application there.
import { all, SCOPES } from '../account.ts'
import { suffixOf } from '../environment.ts'
import { deployOf, type Examined } from './examined.ts'
import { asking, type Finding, judged, missing, there } from './finding.ts'

const dockerFinding = async (examined: Examined): Promise<Finding> => ({
  what: 'Docker',
  ...((await examined.hasDocker())
    ? there('runs here')
    : missing('does not run here', `start it, or deploy with --no-containers, which leaves the runners as they are`)),
})

const applicationFinding = async (examined: Examined, name: string): Promise<Finding> => {
  const { client, id } = examined.account
  const list = all(client.containers.applications.list({ account_id: id, name }))
  return judged('containers', await asking(SCOPES.containers, list), (found) => {
    const application = found.find((one) => one.name === name)
    if (!application) return missing(`there is no application ${name}`, deployOf(examined))
    const { health } = application
    const active = health?.instances.active ?? 0
    const last = health && 'errors' in health ? health.errors.at(-1) : undefined
    if (active === 0 && last)
      return missing(
        `none of ${name} runs: ${last.event.message}`,
        'look at its log (dashboard, Workers & Pages, Containers)',
      )
    // none is started before an account wants one
    return there(`${name}, ${active} running`)
  })
}

export const containersFindings = async (examined: Examined): Promise<Finding[]> => {
  const names = (examined.base.containers ?? []).map(({ name }) => `${name}${suffixOf(examined.name)}`)
  return Promise.all([dockerFinding(examined), ...names.map((name) => applicationFinding(examined, name))])
}
