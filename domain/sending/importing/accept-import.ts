// An uploaded file becomes an import: a small one is finished in this call, a large one goes on through the queue (rule
// imports).
import type { ImportKind } from '../../../contract/recipients/imports.ts'
import type { StepPorts } from './plan-step.ts'
import { HEAD_BYTES } from '../../recipients/imports/read-file.ts'
import { beginImport, importFileKey, importNow, type ImportRequest } from './run-import.ts'

export type AcceptPorts = StepPorts & {
  bucket: Pick<R2Bucket, 'put' | 'delete'>
  /** Sends the queue message that carries the import out. */
  enqueue: (importId: string) => Promise<unknown>
}
/** stored: the file lies in the bucket under `importFileKey(id)`; else `first` is all of it. */
export type UploadedFile = { id: string; first: Uint8Array; stored: boolean }

/** null: the import goes on through the queue. @throws Refusal for a broken file; nothing of it is left in the bucket then. */
export const acceptImport = async <K extends ImportKind>(
  ports: AcceptPorts,
  request: ImportRequest<K>,
  { id, first, stored }: UploadedFile,
): ReturnType<typeof importNow<K>> => {
  const key = importFileKey(id)
  try {
    const done = stored ? null : await importNow(ports, request, first)
    if (done) return done
    if (!stored) await ports.bucket.put(key, first)
    await beginImport(ports, request, { id, first: first.subarray(0, HEAD_BYTES) })
  } catch (error) {
    await ports.bucket.delete(key)
    throw error
  }
  await ports.enqueue(id)
  return null
}
