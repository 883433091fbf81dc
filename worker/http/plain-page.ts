// Pages that the Worker draws for people without an account: plain HTML without scripts, for any phone.
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FAILED_PAGE, OTHER_LANGUAGE, type PageLanguage } from '../../contract/ground/page-language.ts'
import type { AppEnv } from './context.ts'
import { answerError } from './errors.ts'

const STYLE = `:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:1.25rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.1rem;margin:1.75rem 0 0}ul{padding-left:1.25rem}li{margin:.5rem 0}dt{opacity:.75;margin-top:.75rem}dd{margin:0}p.q{padding:.75rem 1rem;border:1px solid #8888;border-radius:.75rem;font-weight:600;text-align:center}
button{font:inherit;font-weight:600;width:100%;min-height:3.25rem;margin:1.25rem 0 .5rem;border:0;border-radius:.75rem;background:#0f766e;color:#fff}
button.o,a.b{background:none;color:inherit;border:1px solid #8888;margin:.25rem 0;font-weight:600}a.b{display:block;box-sizing:border-box;width:100%;min-height:3.25rem;padding:.8rem 1rem;border-radius:.75rem;text-align:center;text-decoration:none}
fieldset{border:1px solid #8888;border-radius:.75rem;padding:.5rem 1rem;margin:1rem 0 .25rem}label{display:flex;gap:.75rem;align-items:center;min-height:2.75rem}input[type=checkbox]{width:1.25rem;height:1.25rem}
textarea{font:13px/1.4 ui-monospace,monospace;width:100%;box-sizing:border-box;border:1px solid #888;border-radius:.75rem;padding:.75rem}
button:focus-visible,a:focus-visible,summary:focus-visible,textarea:focus-visible{outline:3px solid;outline-offset:2px}summary{padding:.65rem 0;cursor:pointer}
.l{text-align:right}a{color:inherit;display:inline-block;padding:.5rem 0}.t{white-space:pre-line}`

/** title: its text alone, not markup. place: its path, where the other language is. */
type Page = { lang: PageLanguage; title: string; place: string; body: unknown }
export const plainPage = async (
  c: Context<AppEnv>,
  { lang, title, place, body }: Page,
  status: ContentfulStatusCode,
): Promise<Response> => {
  const other = lang === 'id' ? 'en' : 'id'
  return c.html(
    await html`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${raw(STYLE)}</style></head><body><main>
<p class="l"><a href="${place}${place.includes('?') ? '&' : '?'}lang=${other}" hreflang="${other}" lang="${other}">${OTHER_LANGUAGE[lang]}</a></p>
<h1>${title}</h1>${body}</main></body></html>`,
    status,
  )
}
export const paragraph = (text: string) => html`<p>${text}</p>`
/** A fact for a list of them; nothing where nothing is said. */
export const fact = (label: string, said: string) =>
  said === '' ? '' : html`<dt>${label}</dt><dd class="t">${said}</dd>`

/** Somebody with a phone in their hand reads no JSON: the page of a failure, with the status that the API would have given. */
export const failedPage = (
  c: Context<AppEnv>,
  error: unknown,
  { lang, place }: Pick<Page, 'lang' | 'place'>,
): Promise<Response> => {
  const { status, headers } = answerError(error, c, c.get('requestId'))
  const wait = headers.get('retry-after')
  if (wait !== null) c.header('retry-after', wait)
  const { title, note } = FAILED_PAGE[lang]
  return plainPage(c, { lang, place, title, body: paragraph(note) }, status as ContentfulStatusCode)
}
