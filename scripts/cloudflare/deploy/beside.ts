// What stands beside a version of the Worker: triggers, consumers of queues, containers with their image. Set by wrangler, and read back from
// Cloudflare, because wrangler ends well where one of them was left out.
import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { z } from 'zod'
import type { Account } from '../account.ts'
import type { Ship } from './steps.ts'

const configSchema = z.object({
  triggers: z.object({ crons: z.array(z.string()) }),
  queues: z.object({ consumers: z.array(z.object({ queue: z.string() })) }),
  containers: z.array(z.object({ name: z.string() })).default([]),
})
const cronsOf = async ({ client, id }: Account, worker: string): Promise<string[]> => {
  const { schedules } = await client.workers.scripts.schedules.get(worker, { account_id: id })
  return schedules.map(({ cron }) => cron)
}
const consumer = z.looseObject({ script: z.string().optional(), script_name: z.string().optional() })
/** Names of the queues that this Worker consumes. */
const consumedBy = async ({ client, id }: Account, worker: string): Promise<string[]> => {
  const names: string[] = []
  for await (const queue of client.queues.list({ account_id: id })) {
    const consumers = z.array(consumer).parse(queue.consumers ?? [])
    if (consumers.some(({ script, script_name }) => (script ?? script_name) === worker))
      names.push(queue.queue_name ?? '')
  }
  return names
}
const application = z.looseObject({ name: z.string(), configuration: z.looseObject({ image: z.string() }) })
/** null: there is no such application. */
const imageOf = async ({ client, id }: Account, name: string): Promise<string | null> => {
  for await (const one of client.containers.applications.list({ account_id: id, name })) {
    const found = application.parse(one)
    if (found.name === name) return found.configuration.image
  }
  return null
}

const lacking = (wanted: readonly string[], found: readonly string[]): string[] =>
  wanted.filter((one) => !found.includes(one))
/** @param hasImage whether the image was rolled out now @returns the image of the runners' containers; undefined: none was @throws Error that names what is missing */
export const readBeside = async (ship: Ship, hasImage: boolean): Promise<string | undefined> => {
  const { triggers, queues, containers } = configSchema.parse(parse(readFileSync(ship.release.config, 'utf8')))
  const { worker } = ship.resources
  const [crons, consumed] = await Promise.all([cronsOf(ship.account, worker), consumedBy(ship.account, worker)])
  const missing = [
    ...lacking(triggers.crons, crons).map((cron) => `the cron ${cron}`),
    ...lacking(
      queues.consumers.map(({ queue }) => queue),
      consumed,
    ).map((queue) => `a consumer of ${queue}`),
  ]
  if (missing.length > 0) throw new Error(`Cloudflare does not have ${missing.join(', ')} of this release`)
  ship.tell(`✓ triggers: cron ${crons.join(', ')}; consumers of ${consumed.length} queues`)
  const [container] = containers
  if (!container || !hasImage) return undefined
  const image = await imageOf(ship.account, container.name)
  if (image === null) throw new Error(`Cloudflare has no containers ${container.name}`)
  ship.tell(`✓ containers ${container.name}: ${image}`)
  return image
}
