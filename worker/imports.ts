// The queue of imports: each message carries one job some steps further, and asks for the next while there is more.
import { z } from 'zod'
import { connect } from '../domain/db/connection.ts'
import { importFileKey, runImport } from '../domain/imports/run-import.ts'
import { purgeJobs, silentJobs } from '../domain/imports/store.ts'
import type { Env } from './env.ts'
import { mediaFinder } from './http/import.ts'
import { errorFields, log } from './http/log.ts'

const STEP_TIME_MS = 20_000
const RETRY_S = 5
const SILENT_MS = 90_000
const KEPT_MS = 7 * 86_400_000
const message = z.object({ jobId: z.string().max(64) })

export const onImports = async (queue: MessageBatch<unknown>, env: Env): Promise<void> => {
  for (const m of queue.messages) {
    const parsed = message.safeParse(m.body)
    if (!parsed.success) {
      log.error('an import message cannot be read', { id: m.id })
      m.ack()
      continue
    }
    try {
      await carryOn(env, parsed.data.jobId)
      m.ack()
    } catch (error) {
      log.error('import goes on later', { job: parsed.data.jobId, ...errorFields(error) })
      m.retry({ delaySeconds: RETRY_S })
    }
  }
}

const carryOn = async (env: Env, jobId: string): Promise<void> => {
  const ports = {
    db: connect(env.DB),
    secret: env.LINK_SECRET,
    findMedia: mediaFinder(env),
    clock: () => Date.now(),
    until: Date.now() + STEP_TIME_MS,
    open: async (key: string, offset: number) => (await env.MEDIA.get(key, { range: { offset } }))?.body ?? null,
  }
  const end = await runImport(ports, jobId)
  if (end === 'more') await env.IMPORTS.send({ jobId })
  if (end === 'ended') await env.MEDIA.delete(importFileKey(jobId))
}

/** Cron: jobs whose message was lost go on. */
export const wakeImports = async (env: Env): Promise<void> => {
  const silent = await silentJobs(connect(env.DB), Date.now() - SILENT_MS)
  for (const { id } of silent) await env.IMPORTS.send({ jobId: id })
}
/** Cron: a week later a job and what it skipped are forgotten. */
export const forgetImports = async (env: Env): Promise<void> => {
  const keys = (await purgeJobs(connect(env.DB), Date.now() - KEPT_MS)).filter((key) => key !== '')
  if (keys.length > 0) await env.MEDIA.delete(keys)
}
