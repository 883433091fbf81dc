// Reads the QR as a phone does: from the pixels of the page.
import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'

type Decoder = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null
// The package is CommonJS; what its default is depends on who loads it.
const decode: Decoder = (jsqr as unknown as { default?: Decoder }).default ?? jsqr

/** null: no QR in sight. */
export const readQr = async (page: Page): Promise<string | null> => {
  const picture = PNG.sync.read(await page.screenshot({ animations: 'disabled' }))
  const pixels = new Uint8ClampedArray(picture.data)
  return decode(pixels, picture.width, picture.height)?.data ?? null
}
