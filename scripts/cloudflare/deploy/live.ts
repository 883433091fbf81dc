// What is live, in Cloudflare's own words at this moment: after a failure nobody guesses which version has the traffic. `npm run live -- --env
// production|staging` asks the same.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '../account.ts'
import type { EnvironmentName, Resources } from '../environment.ts'
import type { RemoteDatabase } from './database.ts'
import { ASK_AGAIN_MS } from './ready.ts'
import { readHistory, readNote, type Running } from './record.ts'

export type Asked = { name: EnvironmentName; account: Account; resources: Resources; database: RemoteDatabase }
const command = (script: 'deploy' | 'rollback' | 'live', name: EnvironmentName): string =>
  `npm run ${script} -- --env ${name}`

const versionOf = ({ note, versionId }: Running): string => note?.version ?? `version ${versionId}, no release of ours,`
const trafficOf = (running: readonly Running[]): string => {
  const [only] = running
  if (!only) return 'none has traffic'
  if (running.length === 1) return `${versionOf(only)} has all traffic`
  return running.map((one) => `${versionOf(one)} has ${one.percent} %`).join(', ')
}
const readPage = async ({ account: { client, id }, resources }: Asked): Promise<string | null> => {
  const { canonical_deployment: live } = await client.pages.projects.get(resources.page, { account_id: id })
  if (!live) return null
  return readNote(live.deployment_trigger?.metadata?.commit_message)?.version ?? `${live.id}, no release of ours`
}

type Part<T> = { said: T } | { refused: string }
const part = async <T>(read: Promise<T>): Promise<Part<T>> => {
  try {
    return { said: await read }
  } catch (error) {
    return { refused: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  }
}
/** Each part by itself: one that Cloudflare does not tell keeps no other from being told. */
export type Live = {
  worker: Part<{ running: readonly Running[]; hasBefore: boolean }>
  page: Part<string | null>
  /** The last migration that was applied. */
  schema: Part<string | null>
}
export const readLive = async (asked: Asked): Promise<Live> => {
  const [worker, page, schema] = await Promise.all([
    part(
      readHistory(asked.account, asked.resources).then(({ running, before }) => ({
        running,
        hasBefore: before.length > 0 || running.length > 1,
      })),
    ),
    part(readPage(asked)),
    part(asked.database.applied().then((names) => [...names].toSorted().at(-1) ?? null)),
  ])
  return { worker, page, schema }
}
export const liveLines = ({ resources, name }: Asked, { worker, page, schema }: Live): string[] => {
  const say = <T>(of: Part<T>, words: (said: T) => string): string =>
    'said' in of ? words(of.said) : `Cloudflare does not say (${of.refused}); ask again: ${command('live', name)}`
  return [
    'Live now, as Cloudflare says:',
    `  Worker ${resources.worker}: ${say(worker, ({ running }) => trafficOf(running))}`,
    `  page ${resources.page}: ${say(page, (version) => version ?? 'none was published')}`,
    `  database ${resources.database}: ${say(schema, (last) => (last === null ? 'no migration was applied' : `its last migration is ${last}`))}`,
  ]
}
/** @returns whether Worker and page are both of this version, and nothing else has traffic */
const isLive = ({ worker, page }: Live, version: string): boolean =>
  'said' in worker &&
  'said' in page &&
  worker.said.running.length === 1 &&
  worker.said.running[0]?.note?.version === version &&
  page.said === version
/** Cloudflare's own record may be a moment behind what it serves. */
const BEHIND_MS = 20_000
/** @throws Error when Cloudflare still says otherwise after that */
export const mustBeLive = async (asked: Asked, version: string): Promise<Live> => {
  const deadline = Date.now() + BEHIND_MS
  let found = await readLive(asked)
  while (!isLive(found, version) && Date.now() < deadline) {
    await sleep(ASK_AGAIN_MS)
    found = await readLive(asked)
  }
  if (!isLive(found, version)) throw new Error('Every step ended well, and this release is not what is live.')
  return found
}
/** What leads on, and where the new Worker has traffic already, what leads back. */
export const nextLine = (name: EnvironmentName, version: string, { worker }: Live): string => {
  if (!('said' in worker)) return `First ask what is live: ${command('live', name)}`
  const isOut = worker.said.running.some(({ note }) => note?.version === version)
  const back = isOut && worker.said.hasBefore ? `; back to the release before: ${command('rollback', name)}` : ''
  return `Go on: ${command('deploy', name)}${back}`
}
/** A failure, with what is live and what leads on behind it. */
export const failedWith = async (asked: Asked, error: unknown, next: (live: Live) => string): Promise<Error> => {
  const found = await readLive(asked)
  const what = error instanceof Error ? error.message : String(error)
  return new Error([what, '', ...liveLines(asked, found), next(found)].join('\n'), { cause: error })
}
