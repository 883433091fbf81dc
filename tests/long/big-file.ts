// A file of very many recipients in at the API, and all of them out again.
import type { ImportWire } from '../../contract/recipients/imports.ts'
import { call, untilAnswered } from '../../scripts/drive/api.ts'

const CHUNK = 20_000
/** In pieces: one string of a million rows is no measure of the product. */
export const bigFile = (name: string, rows: number, head: string, line: (i: number) => string, end: string): File => {
  const parts = [head]
  for (let i = 0; i < rows; i += CHUNK)
    parts.push(Array.from({ length: Math.min(CHUNK, rows - i) }, (_, j) => line(i + j)).join(''))
  return new File([...parts, end], name)
}
/** As a spreadsheet program writes it. */
export const bigCsv = (name: string, rows: number, first: number): File =>
  bigFile(name, rows, '\ufeffNama;Nomor\r\n', (i) => `"Orang ke-${i}";0${first + i}\r\n`, '')

type Place = { origin: string; token: string }
/** Answers the job at its end. @throws Error when the upload is refused or the job does not end in time. */
export const bringFile = async ({ origin, token }: Place, sent: File, timeoutMs: number): Promise<ImportWire> => {
  const form = new FormData()
  form.set('consent_source', 'Pendaftaran pelanggan')
  form.set('file', sent)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}/api/admin/phonenumber/import`, { method: 'POST', headers, body: form })
  if (response.status !== 202)
    throw new Error(`import of ${sent.name}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  const { jobId } = (await response.json()) as { jobId: string }
  return untilAnswered(`import ${sent.name}`, timeoutMs, async () => {
    const job = await call<ImportWire>(origin, 'GET', `/admin/import/${jobId}`, token)
    return job.status === 'running' ? null : job
  })
}
/** Lines of an export, its head among them. */
export const exportLines = async (
  { origin, token }: Place,
  path = '/admin/phonenumber/export?format=csv',
): Promise<number> => {
  const response = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  let lines = 0
  for await (const chunk of response.body ?? []) for (const byte of chunk) if (byte === 10) lines += 1
  return lines
}
