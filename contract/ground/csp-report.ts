// What browsers report of the page's content security policy, in both forms that they send: report-uri's and the Reporting API's.
import { z } from 'zod'

const text = z.string().max(2_000).optional()
const old = z.object({
  'csp-report': z.looseObject({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
})
const one = z.looseObject({
  type: z.string().max(40),
  body: z.looseObject({ documentURL: text, effectiveDirective: text, blockedURL: text }).nullish(),
})

/** One violation; empty texts: the browser did not say. */
export type Violation = { page: string; directive: string; blocked: string }

/** A directive, or a word like `inline` in place of an address. Anybody may send a report: other texts stay out of the log. */
const wordOf = (text: string | undefined): string => (text !== undefined && /^[a-z-]{1,40}$/.test(text) ? text : '')
/** Without queries and the parts of a path after its first, which may hold a token. */
const placeOf = (address: string | undefined): string => {
  if (address === undefined) return ''
  if (!URL.canParse(address)) return wordOf(address)
  const { protocol, origin, pathname } = new URL(address)
  return protocol.startsWith('http') ? `${origin}/${pathname.split('/')[1] ?? ''}` : protocol
}
export const cspReport = z.union([
  old.transform(({ 'csp-report': report }): Violation[] => [
    {
      page: placeOf(report['document-uri']),
      directive: wordOf(report['effective-directive'] ?? report['violated-directive']),
      blocked: placeOf(report['blocked-uri']),
    },
  ]),
  z
    .array(one)
    .max(20)
    .transform((reports): Violation[] =>
      reports
        .filter(({ type, body }) => type === 'csp-violation' && body)
        .map(({ body }) => ({
          page: placeOf(body?.documentURL),
          directive: wordOf(body?.effectiveDirective),
          blocked: placeOf(body?.blockedURL),
        })),
    ),
])
