// A file as a Blob. Given up once nothing of it has come for as long as a write may take: its button does not stay busy for good.
import type { Needs, Route, RouteThat } from '../../../contract/api/table.ts'
import { common } from '../../texts/indonesian.ts'
import { ApiError } from './api-error.ts'
import { lineSuspect } from './connection.ts'
import { type Extra, PATIENCE_MS, type Sent, send } from './http.ts'

/** @throws ApiError */
export function callFile<R extends RouteThat<'table' | 'results' | 'other'>>(
  route: R,
  sent: Needs<R>,
  extra?: Pick<Extra, 'fallback'>,
): Promise<Blob>
export async function callFile(route: Route, sent: Sent, extra: Pick<Extra, 'fallback'> = {}): Promise<Blob> {
  const patience = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  }
  try {
    // until it begins `send` has the patience, which ends while a person proves who they are
    const { body, headers } = await send(route, sent, { ...extra, pressed: true, signal: patience.signal })
    wait()
    const seen = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, out) => {
        wait()
        out.enqueue(part)
      },
    })
    return await new Response(body?.pipeThrough(seen) ?? null, { headers }).blob()
  } catch (error) {
    if (error instanceof ApiError) throw error
    lineSuspect()
    throw new ApiError(0, common.networkError)
  } finally {
    clearTimeout(timer)
  }
}
