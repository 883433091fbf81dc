// The imports queue: each message runs some steps of one import, of one validator's file or of an act on all who match, and sends the next message
// while rows are left.
import { z } from 'zod'
import { connect } from '../domain/ground/db/connection.ts'
import { importFileKey, runImport } from '../domain/sending/importing/run-import.ts'
import { importById, purgeImports, stalledImports } from '../domain/recipients/imports/store.ts'
import { runAct } from '../domain/recipients/bulk-acts/run-act.ts'
import { stalledActs } from '../domain/recipients/bulk-acts/store.ts'
import { deleteCheckObjects } from '../domain/sending/number-checks/chunks.ts'
import { readSource } from '../domain/sending/number-checks/read-source.ts'
import { checkExists, stalledReadings } from '../domain/sending/number-checks/source-store.ts'
import type { Env } from './env.ts'
import { importPorts } from './import-ports.ts'
import { errorFields, log } from './log.ts'
import { noteDead } from './troubles.ts'

const STEP_TIME_MS = 20_000
/** Its steps are short: the platform limits the calls of an invocation. */
const ACT_TIME_MS = 10_000
const RETRY_S = 5
const STALLED_MS = 90_000
const message = z.object({ jobId: z.string().max(64), of: z.enum(['check', 'bulk']).optional() })

export const onImports = async (queue: MessageBatch<unknown>, env: Env): Promise<void> => {
  for (const m of queue.messages) {
    const parsed = message.safeParse(m.body)
    if (!parsed.success) {
      log.error('an import message cannot be read', { id: m.id })
      m.ack()
      continue
    }
    try {
      await RUNS[parsed.data.of ?? 'import'](env, parsed.data.jobId)
      m.ack()
    } catch (error) {
      log.error('import goes on later', { job: parsed.data.jobId, ...errorFields(error) })
      m.retry({ delaySeconds: RETRY_S })
    }
  }
}

/** A message that failed at every retry: the cron wakes its import again, and the log entry is an alarm. */
export const watchDeadImports = async (queue: MessageBatch<unknown>, env: Env): Promise<void> => {
  await noteDead(env, 'imports', queue.messages.length)
  for (const m of queue.messages) {
    const parsed = message.safeParse(m.body)
    log.error('an import was dead-lettered', { id: m.id, job: parsed.success ? parsed.data.jobId : null })
    m.ack()
  }
}

const continueImport = async (env: Env, importId: string): Promise<void> => {
  const db = connect(env.DB)
  const found = await importById(db, importId)
  if (!found) return env.MEDIA.delete(importFileKey(importId))
  const ports = {
    ...(await importPorts(env, db, found.kind)),
    clock: () => Date.now(),
    until: Date.now() + STEP_TIME_MS,
    open: async (key: string, offset: number) => (await env.MEDIA.get(key, { range: { offset } }))?.body ?? null,
  }
  const end = await runImport(ports, importId)
  if (end === 'more') await env.IMPORTS.send({ jobId: importId })
  if (end === 'ended') await env.MEDIA.delete(importFileKey(importId))
}

const readValidatorFile = async (env: Env, checkId: string): Promise<void> => {
  const db = connect(env.DB)
  const ports = { db, bucket: env.MEDIA, clock: () => Date.now(), until: Date.now() + STEP_TIME_MS }
  const end = await readSource(ports, checkId)
  if (end === 'more') await env.IMPORTS.send({ jobId: checkId, of: 'check' })
  // the check was deleted while this wrote its parts
  if (end === 'elsewhere' && !(await checkExists(db, checkId))) await deleteCheckObjects(env.MEDIA, checkId)
}

const continueAct = async (env: Env, id: string): Promise<void> => {
  const db = connect(env.DB)
  const ports = {
    ...(await importPorts(env, db, 'suppression')),
    clock: () => Date.now(),
    until: Date.now() + ACT_TIME_MS,
  }
  if ((await runAct(ports, id)) === 'more') await env.IMPORTS.send({ jobId: id, of: 'bulk' })
}
const RUNS = { import: continueImport, check: readValidatorFile, bulk: continueAct }

/** Cron: continues imports, acts on all who match and files whose queue message was lost. */
export const wakeImports = async (env: Env): Promise<void> => {
  const db = connect(env.DB)
  const before = Date.now() - STALLED_MS
  for (const { id } of await stalledImports(db, before)) await env.IMPORTS.send({ jobId: id })
  for (const { id } of await stalledActs(db, before)) await env.IMPORTS.send({ jobId: id, of: 'bulk' })
  for (const { id } of await stalledReadings(db, before)) await env.IMPORTS.send({ jobId: id, of: 'check' })
}
/** Cron: imports that ended before are deleted with their skipped rows. */
export const forgetImports = async (env: Env, before: number): Promise<void> => {
  const keys = (await purgeImports(connect(env.DB), before)).filter((key) => key !== '')
  if (keys.length > 0) await env.MEDIA.delete(keys)
}
