// What another run shows otherwise although the screen is the same. In the pictures that are compared it looks alike, so that a
// difference is one of the screen. As few things as possible: everything else stands still by itself, because the demo data is the
// same on every day and nothing is sent while pictures are taken (fill.ts).
import type { Page } from 'playwright-core'

type LiveText = { what: string; because: string; pattern: RegExp; becomes: string }
const MONTH = '(Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Agt|Sep|Okt|Nov|Des)[a-z]*'
const LIVE_TEXTS: readonly LiveText[] = [
  {
    what: 'ids',
    because: 'chance makes them',
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}/gi,
    becomes: '01234567-89ab',
  },
  {
    what: 'devices',
    because: 'chance names them',
    pattern: /\bperangkat [0-9a-f]{8}\b/g,
    becomes: 'perangkat 01234567',
  },
  { what: 'ids', because: 'those of accounts', pattern: /\bwa-[a-z0-9]{12,}/g, becomes: 'wa-0123456789abcdef' },
  {
    what: 'days',
    because: 'the demo data ends today',
    pattern: new RegExp(`\\b\\d{1,2} ${MONTH}( \\d{4})?`, 'g'),
    becomes: '10 Okt$2',
  },
  { what: 'days', because: 'the same, in fields', pattern: /\b\d{4}-\d{2}-\d{2}\b/g, becomes: '2026-10-10' },
  { what: 'times', because: 'what happens now has the time of now', pattern: /\b\d{2}[.:]\d{2}\b/g, becomes: '10.10' },
  { what: 'times', because: 'the same, with seconds', pattern: /10\.10[.:]\d{2}\b/g, becomes: '10.10.10' },
  {
    what: 'durations',
    because: 'they run',
    pattern: /\b(\d+ jam )?\d+ mnt( \d+ dtk)?|\b\d+ (dtk|detik lagi)/g,
    becomes: '10 mnt 10 dtk',
  },
  { what: 'ports', because: 'any that is free', pattern: /127\.0\.0\.1:\d+/g, becomes: '127.0.0.1:8787' },
]
type LivePlace = { what: string; because: string; selector: string }
const LIVE_PLACES: readonly LivePlace[] = [
  { what: 'plots', because: 'their grid follows the days of the week', selector: 'canvas, .uplot *' },
  { what: 'QR codes', because: 'another each time', selector: "svg[role='img']" },
  { what: 'pairing codes', because: 'another each time', selector: 'output.font-mono' },
  {
    what: 'count of the bell',
    because: 'a notice comes when something ends or is lost meanwhile',
    selector: "header button[aria-label^='Notifikasi'] > span",
  },
  {
    what: 'ages',
    because: 'they run',
    selector: "[aria-labelledby='facts'] dd, [data-lasting]",
  },
  {
    what: 'data of the monitors',
    because: 'times, ids and counts of running objects',
    selector: "[aria-label='Data JSON'] *",
  },
]

/** Runs in the page, after everything has settled. */
export const standStill = (page: Page): Promise<void> =>
  page.evaluate(
    ({ texts, places }) => {
      // a sheet of its own: the page's policy refuses a style element
      const sheet = new CSSStyleSheet()
      // a caret blinks
      sheet.replaceSync(`* { caret-color: transparent !important } ${places} { visibility: hidden !important }`)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      const plain = (text: string): string =>
        texts.reduce((so, { source, flags, becomes }) => so.replace(new RegExp(source, flags), becomes), text)
      const replace = (): void => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = plain(node.nodeValue ?? '')
          if (text !== node.nodeValue) node.nodeValue = text
        }
      }
      replace()
      // what counts down is written again each second, and the picture may be taken after that
      new MutationObserver(replace).observe(document.body, { subtree: true, childList: true, characterData: true })
      for (const field of document.querySelectorAll('input'))
        if (!['checkbox', 'radio', 'file', 'color'].includes(field.type)) field.value = plain(field.value)
    },
    {
      texts: LIVE_TEXTS.map(({ pattern: { source, flags }, becomes }) => ({ source, flags, becomes })),
      places: LIVE_PLACES.map(({ selector }) => selector).join(', '),
    },
  )
