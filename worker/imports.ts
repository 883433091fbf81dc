// The queue of files: each message carries one import, or one validator's file, some steps further, and asks for the
// next while there is more.
import { z } from 'zod'
import { connect } from '../domain/db/connection.ts'
import { importFileKey, runImport } from '../domain/imports/run-import.ts'
import { purgeJobs, silentJobs } from '../domain/imports/store.ts'
import { deleteObjects } from '../domain/number-checks/chunks.ts'
import { readSource } from '../domain/number-checks/read-source.ts'
import { checkExists, silentReadings } from '../domain/number-checks/source-store.ts'
import type { Env } from './env.ts'
import { mediaFinder } from './http/import.ts'
import { errorFields, log } from './http/log.ts'

const STEP_TIME_MS = 20_000
const RETRY_S = 5
const SILENT_MS = 90_000
const KEPT_MS = 7 * 86_400_000
const message = z.object({ jobId: z.string().max(64), of: z.literal('check').optional() })

export const onImports = async (queue: MessageBatch<unknown>, env: Env): Promise<void> => {
  for (const m of queue.messages) {
    const parsed = message.safeParse(m.body)
    if (!parsed.success) {
      log.error('an import message cannot be read', { id: m.id })
      m.ack()
      continue
    }
    try {
      await (parsed.data.of === 'check' ? readOn : carryOn)(env, parsed.data.jobId)
      m.ack()
    } catch (error) {
      log.error('import goes on later', { job: parsed.data.jobId, ...errorFields(error) })
      m.retry({ delaySeconds: RETRY_S })
    }
  }
}

/** What failed at every try: the cron asks again for a job that is silent, and somebody should know. */
export const watchDeadImports = (queue: MessageBatch<unknown>): void => {
  for (const m of queue.messages) {
    const parsed = message.safeParse(m.body)
    log.error('an import was dead-lettered', { id: m.id, job: parsed.success ? parsed.data.jobId : null })
    m.ack()
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

const readOn = async (env: Env, jobId: string): Promise<void> => {
  const db = connect(env.DB)
  const ports = { db, bucket: env.MEDIA, clock: () => Date.now(), until: Date.now() + STEP_TIME_MS }
  const end = await readSource(ports, jobId)
  if (end === 'more') await env.IMPORTS.send({ jobId, of: 'check' })
  // it was deleted while this wrote its parts
  if (end === 'elsewhere' && !(await checkExists(db, jobId))) await deleteObjects(env.MEDIA, jobId)
}

/** Cron: jobs whose message was lost go on. */
export const wakeImports = async (env: Env): Promise<void> => {
  const db = connect(env.DB)
  const before = Date.now() - SILENT_MS
  for (const { id } of await silentJobs(db, before)) await env.IMPORTS.send({ jobId: id })
  for (const { id } of await silentReadings(db, before)) await env.IMPORTS.send({ jobId: id, of: 'check' })
}
/** Cron: a week later a job and what it skipped are forgotten. */
export const forgetImports = async (env: Env): Promise<void> => {
  const keys = (await purgeJobs(connect(env.DB), Date.now() - KEPT_MS)).filter((key) => key !== '')
  if (keys.length > 0) await env.MEDIA.delete(keys)
}
