// POST …/import: a small file is answered at once, a large one goes through the imports queue.
import { answerTexts } from '../../contract/texts.ts'
import { DONE } from '../../contract/api/shapes.ts'
import { IMPORT_MAX_BYTES, type ImportKind } from '../../contract/imports.ts'
import { HEAD_BYTES } from '../../domain/imports/read-file.ts'
import { beginImport, importFileKey, importNow, type ImportRequest } from '../../domain/imports/run-import.ts'
import type { Env } from '../env.ts'
import { Accepted, type WriteContext } from './context.ts'
import { readUpload } from './upload.ts'

/** Longest source of consent that is kept. */
const SOURCE_MAX = 300

export const mediaFinder =
  (env: Pick<Env, 'MEDIA'>) =>
  async (key: string): Promise<{ type: string } | null> => {
    const object = await env.MEDIA.head(key)
    return object && { type: object.httpMetadata?.contentType ?? 'application/octet-stream' }
  }

type ImportContext = Pick<WriteContext, 'c' | 'env' | 'db' | 'now' | 'audit'> & { who: { id: string } }
export const answerImport = async <K extends ImportKind>(context: ImportContext, kind: K) => {
  const { c, env, db, now } = context
  const id = crypto.randomUUID()
  const key = importFileKey(id)
  const upload = await readUpload(c, key, IMPORT_MAX_BYTES)
  const consentSource = upload.text('consent_source')?.trim().slice(0, SOURCE_MAX) || null
  const wanted: ImportRequest<K> = {
    kind,
    fileName: upload.name,
    sizeBytes: upload.size,
    consentSource,
    by: context.who.id,
    audit: (jobId, rows) =>
      context.audit(`${kind}.import`, upload.name.slice(0, 200), undefined, {
        jobId,
        rows,
        consent_source: consentSource,
      }),
  }
  const ports = { db, now, secret: env.LINK_SECRET, findMedia: mediaFinder(env) }
  try {
    const done = upload.stored ? null : await importNow(ports, wanted, upload.first)
    if (done) return { ...DONE, ...done }
    if (!upload.stored) await env.MEDIA.put(key, upload.first)
    await beginImport(ports, wanted, { id, first: upload.first.subarray(0, HEAD_BYTES) })
  } catch (error) {
    await env.MEDIA.delete(key)
    throw error
  }
  await env.IMPORTS.send({ jobId: id })
  const msg = answerTexts.importAccepted
  return new Accepted({ ...DONE, jobId: id, created: [], skipped: [], msg })
}
