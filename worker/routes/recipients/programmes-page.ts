// /ikut/:id: what somebody joins, and how; then their own WhatsApp with the keyword written (rule joining-page).
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { languageOf, type PageLanguage } from '../../../contract/ground/page-language.ts'
import { jakartaDay } from '../../../contract/ground/time.ts'
import { JOIN_TEXTS, type JoinTexts } from '../../../contract/recipients/join-texts.ts'
import { formTextOf } from '../../../contract/recipients/programme-words.ts'
import { newFormCode } from '../../../domain/recipients/programmes/form-code.ts'
import { isOver, type Programme, programmeById, shownNumber } from '../../../domain/recipients/programmes/store.ts'
import type { Db } from '../../../domain/ground/db/connection.ts'
import { sign } from '../../../domain/ground/crypto/token.ts'
import { networkOf } from '../../../domain/ground/limits/rules.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { linkRing } from '../../env.ts'
import { addressOf } from '../../http/access.ts'
import type { AppEnv } from '../../http/context.ts'
import { door, routes } from '../../http/door.ts'
import { fact, failedPage, paragraph, plainPage } from '../../http/plain-page.ts'

export const programmePageRoutes = routes()

const DAY = (lang: PageLanguage) =>
  new Intl.DateTimeFormat(lang === 'id' ? 'id-ID' : 'en-GB', { timeZone: 'Asia/Jakarta', dateStyle: 'long' })
/** Where no form suffices, people write the keyword themselves (rule form-consent). */
const isFormEnough = async (db: Db): Promise<boolean> => (await readSettings(db)).consent_lowest_grade !== 'message'
/** byForm: what they send is written for them once they tick that they agree. */
const invitation = (p: Programme, lang: PageLanguage, t: JoinTexts, byForm: boolean) => html`<p>${t.lead}</p>
<dl>${fact(t.what, p.what)}${fact(t.frequency, p.frequency)}${fact(t.byWhom, p.by_whom)}${fact(t.topic, p.topic)}
${p.ends_at === null ? '' : fact(t.until, DAY(lang).format(p.ends_at - 1))}</dl>
<details><summary>${t.privacy(p.privacy_version)}</summary><p class="t">${p.privacy}</p></details>
<form method="post">${byForm ? html`<label><input type="checkbox" name="agree" value="1" required> ${t.agree(p.privacy_version)}</label>` : ''}<button>${t.join}</button></form>
<p>${byForm ? t.next : t.nextWritten}</p><p><strong>${p.keyword}</strong></p><p>${t.only} ${t.stop}</p>`

type Asked = { c: Context<AppEnv>; id: string; lang: PageLanguage; place: string }
const askedBy = (c: Context<AppEnv>, lang: string | undefined): Asked => {
  // typed from a poster, it may have capitals
  const id = (c.req.param('id') ?? '').toLowerCase()
  return { c, id, lang: languageOf(lang), place: `/ikut/${encodeURIComponent(id)}` }
}
const answer = ({ c, lang, place }: Asked, title: string, body: unknown, status: ContentfulStatusCode) =>
  plainPage(c, { lang, title, place, body }, status)
/** null: the programme runs. */
const over = (asked: Asked, programme: Programme | null, now: number) => {
  const t = JOIN_TEXTS[asked.lang]
  if (programme === null) return answer(asked, t.unknown, paragraph(t.unknownNote), 404)
  return isOver(programme, now) ? answer(asked, t.ended, paragraph(t.endedNote), 410) : null
}

door(programmePageRoutes, 'GET /ikut/:id', async ({ c, db, query, now }) => {
  const asked = askedBy(c, query.lang)
  const programme = await programmeById(db, asked.id)
  const { lang } = asked
  return (
    over(asked, programme, now) ??
    answer(
      asked,
      programme?.title ?? '',
      programme && invitation(programme, lang, JOIN_TEXTS[lang], await isFormEnough(db)),
      200,
    )
  )
})
// A post, because those who gather addresses follow links: a number is told to who pressed, one at a time.
door(programmePageRoutes, 'POST /ikut/:id', async ({ c, db, env, query, now }) => {
  const asked = askedBy(c, query.lang)
  const programme = await programmeById(db, asked.id)
  const ended = over(asked, programme, now)
  if (ended !== null || programme === null) return ended ?? c.notFound()
  const t = JOIN_TEXTS[asked.lang]
  const byForm = await isFormEnough(db)
  const { agree } = await c.req.parseBody().catch(() => ({ agree: null }))
  // a browser asks for the tick itself; this is for those that do not
  if (byForm && agree !== '1') {
    const missing = html`<p role="alert"><strong>${t.tickFirst}</strong></p>`
    return answer(asked, programme.title, [missing, invitation(programme, asked.lang, t, true)], 422)
  }
  // one network is shown one number of a programme a day: who presses again, by hand or by a script, learns no other
  const whose = `${networkOf(addressOf(c.req.raw.headers))}:${programme.id}:${jakartaDay(now)}`
  const number = await shownNumber(db, await sign(linkRing(env), 'join', whose))
  if (number !== null) {
    const form = byForm ? await newFormCode(linkRing(env), programme.id, asked.lang, now) : null
    const written = form === null ? '' : `?text=${encodeURIComponent(formTextOf(programme.keyword, form))}`
    return c.redirect(`https://wa.me/${number}${written}`, 303)
  }
  const back = html`<p><a href="${asked.place}?lang=${asked.lang}">${t.back}</a></p>`
  // nothing is wrong with the service, so it is no 5xx, which would count against a release
  return answer(asked, t.nobody, [paragraph(t.nobodyNote(programme.keyword)), back], 409)
})

programmePageRoutes.onError((error, c) => failedPage(c, error, askedBy(c, c.req.query('lang'))))
