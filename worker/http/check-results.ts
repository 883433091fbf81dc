// GET …/download-result: the registered numbers of a check, as far as they are known, in the order of its source.
import { RESULT_FILES, type ResultRow } from '../../contract/number-checks.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { allResults } from '../../domain/number-checks/chunks.ts'
import type { CheckRecord } from '../../domain/number-checks/store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import type { Env } from '../env.ts'
import type { WriteContext } from './door.ts'
import { exportFile } from './export.ts'

const COLUMNS = ['number', 'name', 'status'] as const

async function* foundPages(env: Env, check: CheckRecord): AsyncGenerator<ResultRow[]> {
  const rest = (from: number, limit: number) =>
    accountObject(env, check.whatsapp_id).checkResults(check.id, from, limit)
  for await (const rows of allResults(env.MEDIA, check.id, rest)) {
    // a row without a number: its person was erased
    const found = rows.filter((row) => row.registered && row.number !== '')
    if (found.length > 0) yield found.map(({ number, name }) => ({ number, name, status: 'active' }))
  }
}

/** `{ "list": […] }`, streamed while it is read, because it may have a million rows. */
const listOf = async (pages: AsyncGenerator<ResultRow[]>): Promise<Response> => {
  const encoder = new TextEncoder()
  let first = true
  // the first page is read before the headers leave, so that a failure still gets an error status
  let next = await pages.next()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const head = first ? '{"list":[' : ''
      if (next.done) {
        controller.enqueue(encoder.encode(`${head}]}`))
        controller.close()
        return
      }
      const rows = next.value.map((row: ResultRow) => JSON.stringify(row)).join(',')
      controller.enqueue(encoder.encode(`${first ? head : ','}${rows}`))
      first = false
      next = await pages.next()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

type ResultsContext = Pick<WriteContext, 'env' | 'db' | 'audit'> & {
  check: CheckRecord
  query: { format: 'json' | 'csv' }
}
/** @throws Refusal nothing_to_export for a CSV without rows. */
export const answerResults = async ({ env, db, audit, check, query }: ResultsContext): Promise<Response> => {
  const pages = foundPages(env, check)
  const answer =
    query.format === 'json'
      ? await listOf(pages)
      : await exportFile({
          format: 'csv',
          name: RESULT_FILES[check.kind].replace(/\.csv$/, ''),
          columns: COLUMNS,
          page: async () => {
            const next = await pages.next()
            return next.done ? { rows: [], last: null } : { rows: next.value, last: 1 }
          },
          emptyText: 'No phone numbers to export.',
        })
  await runBatch(db, audit(`${check.kind}.download`, check.id, undefined, { format: query.format }))
  return answer
}
