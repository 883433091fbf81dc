// The second place of backups and journal, another provider's bucket, each minute (rule second-place).
import type { Db } from '../domain/ground/db/connection.ts'
import { recordCronEnd } from '../domain/operation/health/store.ts'
import { S3, type S3Place } from '../domain/operation/backup/s3.ts'
import { keepSecond } from '../domain/operation/backup/second.ts'
import type { Env } from './env.ts'

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
const TRIES = 3
const ANSWER_MS = 10_000

/** @throws Error that names what is missing */
const placeOf = ({ SECOND_S3_ADDRESS, SECOND_S3_REGION, SECOND_S3_KEY_ID, SECOND_S3_SECRET }: Env): S3Place => {
  if (!SECOND_S3_ADDRESS) throw new Error('SECOND_S3_ADDRESS is missing')
  if (!SECOND_S3_KEY_ID) throw new Error('SECOND_S3_KEY_ID is missing')
  if (!SECOND_S3_SECRET) throw new Error('SECOND_S3_SECRET is missing')
  return {
    address: SECOND_S3_ADDRESS,
    region: SECOND_S3_REGION ?? 'auto',
    keyId: SECOND_S3_KEY_ID,
    secret: SECOND_S3_SECRET,
  }
}
/** There is one, or there should be. */
export const hasSecondPlace = (env: Env): boolean => Boolean(env.SECOND_S3_ADDRESS && env.BACKUPS)

/** Cron. What fails here opens a trouble once it lasts. */
export const keepSecondPlace = async (env: Env, db: Db, until: number): Promise<void> => {
  if (!hasSecondPlace(env) || !env.BACKUPS) return
  if (!env.BACKUP_PUBLIC_KEY) throw new Error('BACKUP_PUBLIC_KEY is missing')
  const clock = (): number => Date.now()
  await keepSecond({
    db,
    bucket: env.BACKUPS,
    second: new S3(placeOf(env), { clock, pause, tries: TRIES, timeoutMs: ANSWER_MS }),
    publicKey: env.BACKUP_PUBLIC_KEY,
    clock,
    until,
  })
  await recordCronEnd(db, 'second', clock())
}
