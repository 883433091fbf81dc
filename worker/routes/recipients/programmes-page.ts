// /ikut/:id: what somebody joins, and how; then their own WhatsApp with the keyword written (rule joining-page). Plain HTML without
// scripts: it is opened from a poster, on any phone.
import { html, raw } from 'hono/html'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { JOIN_TEXTS, type JoinTexts, languageOf, type PageLanguage } from '../../../contract/recipients/join-texts.ts'
import { isOver, type Programme, programmeById, shownNumber } from '../../../domain/recipients/programmes/store.ts'
import type { AppEnv } from '../../http/context.ts'
import { door, routes } from '../../http/door.ts'
import { answerError } from '../../http/errors.ts'

export const joinPageRoutes = routes()

const STYLE = `:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:1.25rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}dt{opacity:.75;margin-top:.75rem}dd{margin:0}p.q{padding:.75rem 1rem;border:1px solid #8888;border-radius:.75rem;font-weight:600;text-align:center}
button{font:inherit;font-weight:600;width:100%;min-height:3.25rem;margin:1.25rem 0 .5rem;border:0;border-radius:.75rem;background:#0f766e;color:#fff}
button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid;outline-offset:2px}summary{padding:.65rem 0;cursor:pointer}
.l{text-align:right}a{color:inherit;display:inline-block;padding:.5rem 0}.t{white-space:pre-line}`

type Shown = { lang: PageLanguage; title: string; place: string; body: unknown }
const sheet = ({ lang, title, place, body }: Shown) => {
  const other = lang === 'id' ? 'en' : 'id'
  return html`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${raw(STYLE)}</style></head><body><main>
<p class="l"><a href="${place}?lang=${other}" hreflang="${other}" lang="${other}">${JOIN_TEXTS[lang].other}</a></p>
<h1>${title}</h1>${body}</main></body></html>`
}
const note = (text: string) => html`<p>${text}</p>`

const DAY = (lang: PageLanguage) =>
  new Intl.DateTimeFormat(lang === 'id' ? 'id-ID' : 'en-GB', { timeZone: 'Asia/Jakarta', dateStyle: 'long' })
const fact = (label: string, said: string) => (said === '' ? '' : html`<dt>${label}</dt><dd class="t">${said}</dd>`)
const invitation = (p: Programme, lang: PageLanguage, t: JoinTexts) => html`<p>${t.lead}</p>
<dl>${fact(t.what, p.what)}${fact(t.frequency, p.frequency)}${fact(t.byWhom, p.by_whom)}${fact(t.topic, p.topic)}
${p.ends_at === null ? '' : fact(t.until, DAY(lang).format(p.ends_at - 1))}</dl>
<form method="post"><button>${t.join}</button></form>
<p>${t.next}</p><p class="q">${p.keyword}</p><p>${t.only} ${t.stop}</p>
<details><summary>${t.privacy(p.privacy_version)}</summary><p class="t">${p.privacy}</p></details>`

type Asked = { c: Context<AppEnv>; id: string; lang: PageLanguage; place: string }
const answer = async ({ c, lang, place }: Asked, title: string, body: unknown, status: ContentfulStatusCode) =>
  c.html(await sheet({ lang, title, place, body }), status)
const askedBy = (c: Context<AppEnv>, lang: string | undefined): Asked => {
  const id = c.req.param('id') ?? ''
  return { c, id, lang: languageOf(lang), place: `/ikut/${encodeURIComponent(id)}` }
}
/** null: the programme runs. */
const over = (asked: Asked, programme: Programme | null, now: number) => {
  const t = JOIN_TEXTS[asked.lang]
  if (programme === null) return answer(asked, t.unknown, note(t.unknownNote), 404)
  return isOver(programme, now) ? answer(asked, t.ended, note(t.endedNote), 410) : null
}

door(joinPageRoutes, 'GET /ikut/:id', async ({ c, db, query, now }) => {
  const asked = askedBy(c, query.lang)
  const programme = await programmeById(db, asked.id)
  const { lang } = asked
  return (
    over(asked, programme, now) ??
    answer(asked, programme?.title ?? '', programme && invitation(programme, lang, JOIN_TEXTS[lang]), 200)
  )
})
// A post, because those who gather addresses follow links: a number is told to who pressed, one at a time.
door(joinPageRoutes, 'POST /ikut/:id', async ({ c, db, query, now }) => {
  const asked = askedBy(c, query.lang)
  const programme = await programmeById(db, asked.id)
  const ended = over(asked, programme, now)
  if (ended !== null || programme === null) return ended ?? c.notFound()
  const t = JOIN_TEXTS[asked.lang]
  const number = await shownNumber(db)
  if (number !== null) return c.redirect(`https://wa.me/${number}?text=${encodeURIComponent(programme.keyword)}`, 303)
  const back = html`<p><a href="${asked.place}?lang=${asked.lang}">${t.back}</a></p>`
  return answer(asked, t.nobody, [note(t.nobodyNote(programme.keyword)), back], 503)
})

/** Somebody with a phone in their hand reads no JSON. */
joinPageRoutes.onError(async (error, c) => {
  const { status, headers } = answerError(error, c, c.get('requestId'))
  const asked = askedBy(c, c.req.query('lang'))
  const t = JOIN_TEXTS[asked.lang]
  const wait = headers.get('retry-after')
  if (wait !== null) c.header('retry-after', wait)
  return answer(asked, t.failed, note(t.failedNote), status as ContentfulStatusCode)
})
