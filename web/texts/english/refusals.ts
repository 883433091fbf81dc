// A refusal in English. Its sentences are fetched when the first one comes, because no first screen needs them.
import type { refusalFromServer as indonesian } from '../indonesian/from-server.ts'

export const refusalFromServer: typeof indonesian = async (refusal) => {
  const sentences = await import('./server-sentences.ts').catch(() => null)
  if (!sentences) return refusal
  const { inEnglish } = sentences
  const said = refusal.msg ?? refusal.message ?? refusal.error
  const fields = Object.entries(refusal.fields ?? {}).map(([name, words]) => [name, inEnglish(words)])
  return {
    ...refusal,
    ...(said === undefined ? {} : { msg: inEnglish(said) }),
    ...(refusal.fields ? { fields: Object.fromEntries(fields) } : {}),
  }
}
