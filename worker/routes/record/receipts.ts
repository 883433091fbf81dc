// Receipts of consent: signed for their person, and checked for anybody (rule receipts).
import { html } from 'hono/html'
import { toBase64Url } from '../../../contract/ground/base64.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { languageOf, type PageLanguage } from '../../../contract/ground/page-language.ts'
import { RECEIPT_TEXTS } from '../../../contract/record/receipt-texts.ts'
import { RECEIPT_MAX_CHARS, type ReceiptClaims } from '../../../contract/record/receipts.ts'
import { readOptOutToken } from '../../../domain/recipients/suppressions/hash.ts'
import { recordKeys } from '../../../domain/record/checkpoints/keys.ts'
import { openReceipt } from '../../../domain/record/receipts/receipt.ts'
import { linkRing } from '../../env.ts'
import { door, routes } from '../../http/door.ts'
import { fact, failedPage, plainPage } from '../../http/plain-page.ts'
import { receiptFor } from '../../recipient-acts.ts'

export const receiptRoutes = routes()
export const receiptPageRoutes = routes()

door(receiptRoutes, 'POST /public/recipient/receipt', async (context) => {
  const number = await readOptOutToken(linkRing(context.env), context.body.token)
  if (!number) throw new Refusal('opt_out_invalid')
  return { ...DONE, receipt: await receiptFor(context, number) }
})
door(receiptRoutes, 'GET /public/receipt-keys', async ({ env }) => ({
  keys: (await recordKeys(env)).map(({ kid, publicKey }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x: toBase64Url(publicKey),
    kid,
  })),
}))

const PLACE = '/receipt'
const pageOf = (lang: PageLanguage, found: unknown = '') => {
  const t = RECEIPT_TEXTS[lang]
  const body = html`${found}<p>${t.lead}</p>
<form method="post" action="${PLACE}?lang=${lang}"><label for="receipt">${t.field}</label>
<textarea id="receipt" name="receipt" rows="8" maxlength="${RECEIPT_MAX_CHARS}" required autocomplete="off" spellcheck="false"></textarea>
<button>${t.check}</button></form>`
  return { lang, title: t.title, place: PLACE, body }
}
const shown = (claims: ReceiptClaims, lang: PageLanguage) => {
  const t = RECEIPT_TEXTS[lang]
  const locale = lang === 'id' ? 'id-ID' : 'en-GB'
  const moment = new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Jakarta', dateStyle: 'long', timeStyle: 'short' })
  const at = (time: string | number): string => `${moment.format(new Date(time))} WIB`
  const { consent, privacy_notice: notice } = claims
  const kept = (words: string): string => (claims.words_of === 'now' ? `${words}\n${t.asKept}` : words)
  return html`<p class="q" role="status">${t.ours}</p>
<dl>${fact(t.number, claims.pii_principal_id)}${fact(`${t.state}, ${at(claims.iat * 1_000)}`, t.states[claims.consent_state])}
${fact(t.source, consent?.source ?? t.none)}${consent === null ? '' : fact(t.time, at(consent.time))}
${fact(t.purpose, claims.purpose === null ? t.none : kept(claims.purpose))}${fact(t.controller, claims.pii_controller ?? t.none)}
${notice === null ? '' : fact(t.notice, `${notice.version}\n${notice.text}`)}</dl>
<p>${t.oursNote(at(claims.iat * 1_000))}</p>`
}
door(receiptPageRoutes, 'GET /receipt', async ({ c, query }) => plainPage(c, pageOf(languageOf(query.lang)), 200))
door(receiptPageRoutes, 'POST /receipt', async ({ c, env, query }) => {
  const lang = languageOf(query.lang)
  // a form that cannot be read holds no receipt
  const { receipt } = await c.req.parseBody().catch(() => ({ receipt: '' }))
  const text = typeof receipt === 'string' && receipt.length <= RECEIPT_MAX_CHARS ? receipt : ''
  const opened = await openReceipt(text, env.APP_ORIGIN, await recordKeys(env))
  if ('claims' in opened) return plainPage(c, pageOf(lang, shown(opened.claims, lang)), 200)
  const said = html`<p class="q" role="alert">${RECEIPT_TEXTS[lang][opened.problem]}</p>`
  return plainPage(c, pageOf(lang, said), 422)
})

receiptPageRoutes.onError((error, c) => failedPage(c, error, { lang: languageOf(c.req.query('lang')), place: PLACE }))
