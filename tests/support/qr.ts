// Reads the QR from the pixels of the page, as a phone does.
import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'

type Decoder = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null
// The package is CommonJS, and its default export differs by who imports it.
const decode: Decoder = (jsqr as unknown as { default?: Decoder }).default ?? jsqr

/** null: the page shows no QR. */
export const readQr = async (page: Page): Promise<string | null> =>
  readQrOf(await page.screenshot({ animations: 'disabled' }))
/** @param png a picture's file; null: it has no QR */
export const readQrOf = (png: Buffer): string | null => {
  const picture = PNG.sync.read(png)
  const pixels = new Uint8ClampedArray(picture.data)
  return decode(pixels, picture.width, picture.height)?.data ?? null
}
