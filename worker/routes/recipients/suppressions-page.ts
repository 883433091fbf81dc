// /opt-out?token=: the page behind a person's link, without a sign-in and without a script (rules opt-out, recipient-page). Opening it changes
// nothing: programs that look at links open them, too.
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Refusal } from '../../../contract/ground/errors.ts'
import { languageOf, type PageLanguage } from '../../../contract/ground/page-language.ts'
import { ACTS, ASKS, type RecipientShown } from '../../../contract/recipients/recipient-page.ts'
import { RECIPIENT_TEXTS, type RecipientTexts } from '../../../contract/recipients/recipient-texts.ts'
import { readOptOutToken } from '../../../domain/recipients/suppressions/hash.ts'
import { linkRing } from '../../env.ts'
import type { AppEnv } from '../../http/context.ts'
import { door, routes, type WriteContext } from '../../http/door.ts'
import { fact, failedPage, paragraph, plainPage } from '../../http/plain-page.ts'
import {
  disputeOf,
  eraseOf,
  receiptFor,
  turnTopicsOf,
  shownTo,
  snoozeOf,
  stopOf,
  topicsOf,
} from '../../recipient-acts.ts'

export const suppressionPageRoutes = routes()

type Act = (typeof ACTS)[number]
type Ask = (typeof ASKS)[number]
type Asked = { c: Context<AppEnv>; token: string; lang: PageLanguage; t: RecipientTexts; place: string }
const askedBy = (c: Context<AppEnv>): Asked => {
  const token = c.req.query('token') ?? ''
  const lang = languageOf(c.req.query('lang'))
  return { c, token, lang, t: RECIPIENT_TEXTS[lang], place: `/opt-out?token=${encodeURIComponent(token)}` }
}
const MOMENTS = Object.fromEntries(
  (['id', 'en'] as const).map((lang) => [
    lang,
    new Intl.DateTimeFormat(lang === 'id' ? 'id-ID' : 'en-GB', {
      timeZone: 'Asia/Jakarta',
      dateStyle: 'long',
      timeStyle: 'short',
    }),
  ]),
) as Record<PageLanguage, Intl.DateTimeFormat>
const at = (lang: PageLanguage, time: string): string => `${MOMENTS[lang].format(new Date(time))} WIB`
const linkTo = ({ place, lang }: Asked, more = ''): string => `${place}&lang=${lang}${more}`
const form = (
  asked: Asked,
  act: Act,
  label: string,
  kind: 'main' | 'other' = 'other',
) => html`<form method="post" action="${linkTo(asked)}">
<input type="hidden" name="act" value="${act}"><button class="${kind === 'main' ? '' : 'o'}">${label}</button></form>`
const link = (asked: Asked, ask: Ask, label: string) =>
  html`<p><a class="b" href="${linkTo(asked, `&ask=${ask}`)}">${label}</a></p>`

const historyOf = ({ lang, t }: Asked, history: RecipientShown['history']) =>
  history.length === 0
    ? ''
    : html`<details><summary>${t.history}</summary><ul>${history.map(({ event, source, date }) => {
        const named = (event === 'granted' || event === 'disputed') && source ? `: ${source}` : ''
        return html`<li>${at(lang, date)}<br>${t.events[event] ?? event}${named}</li>`
      })}</ul></details>`

type Topics = Awaited<ReturnType<typeof topicsOf>>
/** Checked: they want it. Somebody who has stopped gets none of them. */
const topicsForm = (asked: Asked, topics: Topics) =>
  topics.length === 0
    ? ''
    : html`<form method="post" action="${linkTo(asked)}"><fieldset><legend>${asked.t.topics}</legend>
${topics.map(({ topic, refused }) => html`<label><input type="checkbox" name="topic" value="${topic}" ${refused === 1 ? '' : 'checked'}> ${topic}</label>${refused === 1 ? '' : html`<input type="hidden" name="was" value="${topic}">`}`)}
</fieldset><input type="hidden" name="act" value="topics"><button class="o">${asked.t.topicsSave}</button></form>`

/** Of those whom an early version took in only the time may be known. */
const agreed = ({ lang, t }: Asked, consent: RecipientShown['consent']): string => {
  if (consent === null) return t.agreedNone
  const when = at(lang, consent.date)
  return consent.source === null ? t.agreedUnsaid(when) : t.agreedAt(consent.source, when)
}
const pageOf = (asked: Asked, shown: RecipientShown, topics: Topics) => {
  const { lang, t } = asked
  const isStopped = shown.stopped_at !== null
  const { consent, messages } = shown
  const isKept = consent !== null || shown.history.length > 0
  return html`${
    isStopped
      ? html`<p class="q" role="status">${t.stopped(at(lang, shown.stopped_at ?? ''))}</p>`
      : html`<p>${t.lead(shown.number)}</p>${form(asked, 'stop', t.act, 'main')}`
  }
${!isStopped && shown.snoozed_until !== null ? html`<p class="q" role="status">${t.snoozed(at(lang, shown.snoozed_until))}</p>` : ''}
<h2>${t.about}</h2>
<dl>${fact(t.number, shown.number)}${fact(t.agreed, agreed(asked, consent))}
${fact(t.got, messages.last === null ? t.gotNone : t.gotSome(String(messages.count), at(lang, messages.last)))}</dl>
${isStopped || consent === null ? '' : topicsForm(asked, topics)}
${historyOf(asked, shown.history)}
${!isStopped && shown.snoozed_until === null ? form(asked, 'snooze', t.snooze) : ''}
${isStopped ? '' : link(asked, 'dispute', t.dispute)}
${
  isKept
    ? html`${form(asked, 'receipt', t.receipt)}<p>${t.receiptNote} <a href="/receipt?lang=${lang}">${t.receiptCheck}</a></p>
${form(asked, 'data', t.save)}${link(asked, 'erase', t.erase)}`
    : ''
}`
}
const question = (asked: Asked, ask: Ask) => {
  const { t } = asked
  const [text, label] = ask === 'erase' ? [t.eraseText, t.erase] : [t.disputeText, t.dispute]
  return html`<p>${text}</p>${form(asked, ask, label, 'main')}<p><a href="${linkTo(asked)}">${t.back}</a></p>`
}

const answer = ({ c, lang, place }: Asked, title: string, body: unknown, status: ContentfulStatusCode) =>
  plainPage(c, { lang, title, place, body }, status)
const broken = (asked: Asked) => answer(asked, asked.t.broken, paragraph(asked.t.brokenNote), 422)
const numberOf = ({ token }: Asked, env: WriteContext['env']): Promise<string | null> =>
  readOptOutToken(linkRing(env), token)

door(suppressionPageRoutes, 'GET /opt-out', async ({ c, db, env, now, query }) => {
  const asked = askedBy(c)
  const number = await numberOf(asked, env)
  if (number === null) return broken(asked)
  const { t } = asked
  if (query.ask !== undefined)
    return answer(asked, query.ask === 'erase' ? t.eraseTitle : t.disputeTitle, question(asked, query.ask), 200)
  const context = { db, env, now }
  const [shown, topics] = await Promise.all([shownTo(context, number), topicsOf(context, number)])
  return answer(asked, t.title, pageOf(asked, shown, topics), 200)
})

const file = (c: Context<AppEnv>, text: string, name: string, type: string): Response =>
  c.body(text, 200, {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
const textsOf = (field: unknown): string[] => [field ?? []].flat().map(String)
const isAct = (typed: unknown): typed is Act => (ACTS as readonly unknown[]).includes(typed)
door(suppressionPageRoutes, 'POST /opt-out', async ({ c, db, env, now }) => {
  const asked = askedBy(c)
  const { t } = asked
  const number = await numberOf(asked, env)
  if (number === null) return broken(asked)
  const context = { db, env, now }
  // a form that cannot be read asks for nothing
  const { act, topic, was } = await c.req.parseBody({ all: true }).catch(() => ({ act: null, topic: [], was: [] }))
  if (act === 'data')
    return file(c, JSON.stringify(await shownTo(context, number), null, 2), t.saveAs, 'application/json')
  if (act === 'receipt') return file(c, await receiptFor(context, number), t.receiptAs, 'text/plain')
  if (act === 'stop') await stopOf(context, number)
  else if (act === 'snooze') await snoozeOf(context, number)
  else if (act === 'dispute') await disputeOf(context, number)
  else if (act === 'erase') await eraseOf(context, number)
  else if (act === 'topics') await turnTopicsOf(context, number, { was: textsOf(was), wanted: textsOf(topic) })
  else if (!isAct(act)) throw new Refusal('invalid_input')
  // a page that is loaded again asks for nothing again
  return c.redirect(linkTo(asked), 303)
})

suppressionPageRoutes.onError((error, c) => {
  const asked = askedBy(c)
  if (error instanceof Refusal && (error.code === 'receipts_off' || error.code === 'receipt_none'))
    return answer(asked, asked.t.receiptNone, html`<p><a href="${linkTo(asked)}">${asked.t.back}</a></p>`, 409)
  return failedPage(c, error, asked)
})
