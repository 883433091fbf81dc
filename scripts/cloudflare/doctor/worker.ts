// The Worker: its secrets, what its last upload was bound to, its cron, its address.
import { z } from 'zod'
import { all, orNull, SCOPES } from '../account.ts'
import { OPTIONAL, SECOND_SECRETS, workerSecrets } from '../secrets.ts'
import { deployOf, type Examined, setupOf } from './examined.ts'
import { asking, type Finding, judged, missing, there } from './finding.ts'

const secretFindings = async (examined: Examined): Promise<Finding[]> => {
  const { account, resources, answers } = examined
  const { client, id } = account
  const answer = await asking(
    SCOPES.worker,
    orNull(all(client.workers.scripts.secrets.list(resources.worker, { account_id: id }))),
  )
  const wanted = [...workerSecrets(answers?.containers ?? 'off'), ...(answers?.secondPlace ? SECOND_SECRETS : [])]
  const judge = (names: readonly string[]) => (found: readonly { name: string }[] | null) => {
    const lost = names.filter((name) => !found?.some((secret) => secret.name === name))
    return lost.length === 0
      ? there(names.join(', '))
      : missing(`${resources.worker} has no ${lost.join(', ')}`, setupOf(examined))
  }
  const needed = judged('secrets', answer, judge(wanted.filter((name) => !OPTIONAL.includes(name))))
  const optional = judged('secrets it runs without', answer, judge(wanted.filter((name) => OPTIONAL.includes(name))))
  return 'said' in answer ? [needed, { ...optional, isOptional: true }] : [needed]
}

const bindingsSchema = z.array(z.object({ type: z.string() }))
/** Cloudflare tells at an upload alone whether an account has Analytics Engine: what the Worker is bound to is what it said then. */
const ENABLE_ANALYTICS = 'enable it (dashboard, Workers & Pages, Analytics Engine), then'
const uploadFindings = async (examined: Examined): Promise<Finding[]> => {
  const { account, resources } = examined
  const { client, id } = account
  const settings = client.workers.scripts.scriptAndVersionSettings.get(resources.worker, { account_id: id })
  const answer = await asking(SCOPES.worker, orNull(settings))
  const typesOf = (found: { bindings?: unknown } | null): string[] =>
    bindingsSchema.parse(found?.bindings ?? []).map(({ type }) => type)
  const isRelease = 'said' in answer && typesOf(answer.said).includes('d1')
  const release = judged('Worker', answer, () =>
    isRelease
      ? there(`${resources.worker} has a release`)
      : missing(`${resources.worker} has no release`, deployOf(examined)),
  )
  if (!('said' in answer)) return [release]
  const analytics: Finding = {
    what: 'Analytics Engine',
    isOptional: true,
    ...(typesOf(answer.said).includes('analytics_engine')
      ? there('the Worker is bound to it')
      : isRelease
        ? missing(
            'the Worker was released without it: no figures older than the Worker’s own',
            `${ENABLE_ANALYTICS} ${deployOf(examined)}`,
          )
        : {
            state: 'unknown',
            says: 'cannot be told before a release, which leaves it out where the account has none',
          }),
  }
  return [release, analytics]
}

const cronSchema = z.object({ crons: z.array(z.string()) })
const cronFinding = async (examined: Examined): Promise<Finding> => {
  const { account, resources, base } = examined
  const wanted = cronSchema.parse(base['triggers']).crons
  const schedules = account.client.workers.scripts.schedules.get(resources.worker, { account_id: account.id })
  return judged('cron', await asking(SCOPES.worker, orNull(schedules)), (found) => {
    const lost = wanted.filter((cron) => !found?.schedules.some((schedule) => schedule.cron === cron))
    return lost.length === 0 ? there(wanted.join(', ')) : missing(`is not set: ${lost.join(', ')}`, deployOf(examined))
  })
}

const addressFinding = async (examined: Examined): Promise<Finding> => {
  const { client, id } = examined.account
  const answer = await asking(SCOPES.worker, orNull(client.workers.subdomains.get({ account_id: id })))
  return judged('workers.dev', answer, (found) =>
    found ? there(`${found.subdomain}.workers.dev`) : missing('the account has no name on it', setupOf(examined)),
  )
}

export const workerFindings = async (examined: Examined): Promise<Finding[]> =>
  (
    await Promise.all([
      addressFinding(examined),
      secretFindings(examined),
      uploadFindings(examined),
      cronFinding(examined),
    ])
  ).flat()
