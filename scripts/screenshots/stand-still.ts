// What another run shows otherwise although the screen is the same: figures, times, ids, plots, codes. In the pictures that are
// compared they all look alike, so that a difference is one of the screen.
import type { Page } from 'playwright-core'

/** Runs in the page, after everything has settled. */
export const standStill = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const style = document.createElement('style')
    // The caret blinks, plots and progress follow what is sent meanwhile, a QR code is another each time.
    style.textContent = `* { caret-color: transparent !important }
      canvas, svg[role='img'], [role='progressbar'] > *, .uplot * { visibility: hidden !important }`
    document.head.append(style)
    const MONTHS = /\b(Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Agt|Sep|Okt|Nov|Des)[a-z]*\b/g
    const IDS = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}\b/gi
    const plain = (text: string): string => text.replace(IDS, 'id').replace(MONTHS, 'Bln').replace(/\d/g, '0')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = plain(node.nodeValue ?? '')
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const field of document.querySelectorAll('input'))
      if (!['checkbox', 'radio', 'file', 'color'].includes(field.type)) field.value = plain(field.value)
  })
