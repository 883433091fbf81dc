// Versions of the Worker and how much of the traffic each gets, by Cloudflare's API.
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { readFileSync } from 'node:fs'
import { mustRun } from '../../stack/shell.ts'
import { withoutMetricsWhereRefused } from './metrics.ts'
import { noteText, readHistory } from './record.ts'
import type { Ship } from './steps.ts'

const settingsOf = z.object({
  migrations: z.array(z.object({ tag: z.string() })).default([]),
  observability: z.record(z.string(), z.unknown()).optional(),
  durable_objects: z.object({ code_update_strategy: z.object({ mode: z.string(), max_delay: z.number().optional() }) }),
})
const configOf = ({ release }: Ship): z.infer<typeof settingsOf> =>
  settingsOf.parse(parse(readFileSync(release.config, 'utf8')))

/** @returns whether this release makes, renames or deletes a class of objects, which Cloudflare does for all traffic at once and never undoes */
export const changesClasses = async (ship: Ship): Promise<boolean> => {
  const { client, id } = ship.account
  const last = configOf(ship).migrations.at(-1)?.tag
  for await (const script of client.workers.scripts.list({ account_id: id }))
    if (script.id === ship.resources.worker) return script.migration_tag !== last
  return true
}

/** Uploads without giving it traffic. @returns the version's id, as Cloudflare says it */
export const uploadVersion = async (ship: Ship): Promise<string> => {
  const args = [
    'versions',
    'upload',
    join(ship.release.dir, 'worker/index.js'),
    '--no-bundle',
    '--config',
    ship.release.config,
  ]
  const message = noteText(ship.note)
  const words = ['--tag', ship.note.version.slice(0, 100), '--message', message]
  await withoutMetricsWhereRefused(ship, async () => void (await mustRun('wrangler', [...args, ...words])))
  const { newestVersion } = await readHistory(ship.account, ship.resources)
  if (newestVersion?.message !== message) throw new Error('the version that was uploaded last is not of this release')
  return newestVersion.id
}

/** percent: of the traffic, 100 together. The older one comes first at every step, so that an object that has got the new code keeps it. */
export type Share = { versionId: string; percent: number }
export const giveTraffic = async (ship: Ship, shares: readonly Share[], isBack = false): Promise<void> => {
  const { client, id } = ship.account
  const path = `/accounts/${id}/workers/scripts/${encodeURIComponent(ship.resources.worker)}/deployments`
  // asked plainly: the client's own type knows no strategy for the objects' code yet
  await client.post(path, {
    body: {
      strategy: 'percentage',
      versions: shares.map(({ versionId, percent }) => ({ version_id: versionId, percentage: percent })),
      annotations: { 'workers/message': noteText(ship.note) },
      // what is taken back must not go on in the objects
      code_update_strategy: isBack ? { mode: 'immediate' } : configOf(ship).durable_objects.code_update_strategy,
    },
  })
}

/** What belongs to no version: `wrangler deploy` would set it beside one. */
export const applySettings = async (ship: Ship): Promise<void> => {
  const { client, id } = ship.account
  const { observability } = configOf(ship)
  if (!observability) return
  const path = `/accounts/${id}/workers/scripts/${encodeURIComponent(ship.resources.worker)}/script-settings`
  await client.patch(path, { body: { observability } })
}

/** The header that leads a call to a version of the current deployment, whatever its share. */
export const leadTo = (worker: string, versionId: string): Record<string, string> => ({
  'cloudflare-workers-version-overrides': `${worker}="${versionId}"`,
})
