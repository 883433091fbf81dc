// /admin/programme: what people agree to by their own message (rule opt-in-message).
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { DAY_MS, JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'
import { CODE_LENGTH, CODE_SIGNS, keywordIn, keywordOf } from '../../../contract/recipients/programme-words.ts'
import { ADDRESS_TAKEN } from '../../../contract/recipients/programmes.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { keepSource } from '../../../domain/recipients/phone-numbers/source-store.ts'
import { sourceOf } from '../../../domain/recipients/programmes/hear-store.ts'
import {
  endProgramme,
  insertProgramme,
  isNumberShown,
  listProgrammes,
  showNumber,
  shownNumber,
} from '../../../domain/recipients/programmes/store.ts'
import { door, routes } from '../../http/door.ts'

export const programmeRoutes = routes()
door(programmeRoutes, 'GET /admin/programme/list-per-page', async ({ db, query }) => {
  const { rows, total } = await listProgrammes(db, query)
  return toPaged(rows, total, query)
})
/** Any chance: whether there is one, not which. */
const ANY = '0'.repeat(16)
door(programmeRoutes, 'GET /admin/programme/place', async ({ db, vars }) => ({
  origin: vars.APP_ORIGIN,
  leads: (await shownNumber(db, ANY)) !== null,
}))

/** As many as a source keeps; the programme has them all. */
const TOLD_MOST = 1_000
/** With a digit in it, so that no sentence is one by chance. */
const newKeyword = (word: string): string => {
  for (;;) {
    const signs = crypto.getRandomValues(new Uint8Array(CODE_LENGTH))
    const keyword = keywordOf(word, [...signs].map((n) => CODE_SIGNS[n % CODE_SIGNS.length]).join(''))
    if (keywordIn(keyword) !== null) return keyword
  }
}
door(programmeRoutes, 'POST /admin/programme/create', async ({ db, body, who, now, audit }) => {
  const { word, ends_on, ...said } = body
  const keyword = newKeyword(word)
  const programme = {
    ...said,
    keyword,
    word: keywordIn(keyword) ?? keyword,
    ends_at: ends_on ? Date.parse(ends_on) - JAKARTA_OFFSET_MS + DAY_MS : null,
    created_by: who.id,
    created_at: now,
  }
  // whoever asks what they agreed to reads it where all sources are
  const words = `${said.what} ${said.frequency}. ${said.privacy}`
  const told = words.length > TOLD_MOST ? `${words.slice(0, TOLD_MOST - 1)}…` : words
  const proof = `Ajakan ${said.id}, teks privasi ${said.privacy_version}`
  const kept = { told, told_by: said.by_whom, proof, topic: said.topic }
  try {
    await runBatch(db, [
      insertProgramme(db, programme),
      keepSource(db, sourceOf(programme), kept, now),
      ...audit('programme.create', said.id, undefined, { ...body, keyword }),
    ])
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== 'taken programmes.id' && refusal !== 'taken programmes.word') throw error
    throw new Refusal('invalid_input', { field: 'id', text: ADDRESS_TAKEN })
  }
  return { ...DONE, keyword }
})
door(programmeRoutes, 'POST /admin/programme/end', async ({ db, body: { id }, now, audit }) => {
  try {
    await runBatch(db, [...endProgramme(db, id, now), ...audit('programme.end', id)])
  } catch (error) {
    throw refusalOf(error) === 'status_moved' ? new Refusal('not_found') : error
  }
  return DONE
})

door(programmeRoutes, 'GET /admin/programme/shown', async ({ db, who }) => ({ shown: await isNumberShown(db, who.id) }))
door(programmeRoutes, 'POST /admin/programme/shown', async ({ db, who, body: { shown }, now, press, security }) => {
  const events = security(shown ? 'number_shown' : 'number_hidden', who.id)
  await runBatch(db, [showNumber(db, who.id, shown, now), ...events, ...press()])
  return { ...DONE, shown }
})
