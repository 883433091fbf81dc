// Where the files of a number check name a number (rule data-request): in what it is to ask, and in what it found.
import { eachWith } from './erase-from-files.ts'
import { chunkPrefix, partPrefix, type Target } from './rules.ts'

/** registered null: it has not been asked about yet. */
export type FoundInFiles = { check: string; kind: 'source' | 'result'; name: string; registered: boolean | null }

export const findInFiles = async (bucket: R2Bucket, check: { id: string }, number: string): Promise<FoundInFiles[]> => {
  const found: FoundInFiles[] = []
  await eachWith(bucket, partPrefix(check.id), number, (_key, text) => {
    for (const target of JSON.parse(text) as Target[])
      if (target.number === number) found.push({ check: check.id, kind: 'source', name: target.name, registered: null })
  })
  await eachWith(bucket, chunkPrefix(check.id), number, (_key, text) => {
    for (const line of text.split('\n')) {
      if (!line.includes(JSON.stringify(number))) continue
      const [, its, name, registered] = JSON.parse(line) as [number, string, string, 0 | 1]
      if (its === number) found.push({ check: check.id, kind: 'result', name, registered: registered === 1 })
    }
  })
  return found
}
