// What backups and the journal ask of their bucket.
import type { z } from 'zod'

export const readJson = async <T>(
  bucket: R2Bucket,
  key: string,
  shape: z.ZodType<T>,
): Promise<{ value: T; etag: string } | null> => {
  const object = await bucket.get(key)
  return object && { value: shape.parse(await object.json()), etag: object.etag }
}

/**
 * @param before only names that sort before this one. @param writtenBefore only what was written before this, epoch ms: the rest is locked.
 * @returns whether none of them is left; false: the time was over
 */
export const deleteUnder = async (
  bucket: R2Bucket,
  prefix: string,
  { before, writtenBefore, hasTime }: { before?: string; writtenBefore: number; hasTime: () => boolean },
): Promise<boolean> => {
  while (hasTime()) {
    const { objects, truncated } = await bucket.list({ prefix })
    const isDue = ({ key, uploaded }: R2Object): boolean =>
      (before === undefined || key < before) && uploaded.getTime() < writtenBefore
    const keys = objects.filter(isDue).map(({ key }) => key)
    if (keys.length > 0) await bucket.delete(keys)
    if (!truncated || keys.length < objects.length) return true
  }
  return false
}

/** What does not answer by then counts as failed: it may still be done later. @throws Error that names it */
export const inTime = async <T>(what: string, ms: number, answer: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
