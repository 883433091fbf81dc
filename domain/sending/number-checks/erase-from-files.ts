// Erases a person's number from the files of number checks. Its row stays empty, so that the others keep their positions.
import { chunkPrefix, partPrefix, type Target } from './rules.ts'

/** Each file under a prefix that contains the number. @returns whether there was one */
export const eachWith = async (
  bucket: R2Bucket,
  prefix: string,
  number: string,
  found: (key: string, text: string) => unknown,
): Promise<boolean> => {
  let isThere = false
  let cursor: string | undefined
  do {
    const page = await bucket.list({ prefix, ...(cursor ? { cursor } : {}) })
    for (const { key } of page.objects) {
      const text = (await (await bucket.get(key))?.text()) ?? ''
      if (!text.includes(JSON.stringify(number))) continue
      isThere = true
      await found(key, text)
    }
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return isThere
}
const rewrite = (
  bucket: R2Bucket,
  prefix: string,
  number: string,
  change: (text: string) => string,
): Promise<boolean> => eachWith(bucket, prefix, number, (key, text) => bucket.put(key, change(text)))

/** Rewrites the parts that a check still reads. If one had the number, the uploaded file is deleted, too. */
export const eraseFromSources = async (
  bucket: R2Bucket,
  check: { id: string; file_key: string | null },
  number: string,
): Promise<void> => {
  const found = await rewrite(bucket, partPrefix(check.id), number, (text) => {
    const targets = (JSON.parse(text) as Target[]).map((t) => (t.number === number ? { number: '', name: '' } : t))
    return JSON.stringify(targets)
  })
  if (found && check.file_key) await bucket.delete(check.file_key)
}

export const eraseFromResults = async (bucket: R2Bucket, checkId: string, number: string): Promise<void> => {
  await rewrite(bucket, chunkPrefix(checkId), number, (text) =>
    text
      .split('\n')
      .map((line) => {
        if (!line.includes(JSON.stringify(number))) return line
        const [seq, , , registered] = JSON.parse(line) as [number, string, string, 0 | 1]
        return JSON.stringify([seq, '', '', registered])
      })
      .join('\n'),
  )
}
