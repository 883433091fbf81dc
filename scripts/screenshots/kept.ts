// The kept set: small pictures of every screen as somebody has last looked at it and found it good, in a folder that git ignores.
// A new picture that differs from its kept one is shown beside it on screenshots/review.html, and fails the run until `-- --accept` keeps it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { root } from '../stack/shell.ts'
import { reviewPage, type Change } from './review-page.ts'

export const KEPT = join(root, 'screenshots/kept')
const RENDERING = 'rendering.json'
/** Of the page's own size: what is looked at is whether something changed, the full picture is taken beside it. */
const SCALE = 0.5
const QUALITY = 50
/** Pixels of the small picture that may differ beside another that does: less than a word, more than the rounding of an edge. */
const TOLERANCE = 24

type Pixels = { width: number; height: number; data: Uint8ClampedArray }

/** What draws the letters: another browser, system or set of fonts draws every one of them a little otherwise. */
const renderingOf = async (page: Page): Promise<string> => {
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('no canvas')
    return ['400 16px Inter, system-ui, sans-serif', '600 16px Inter, system-ui, sans-serif', '400 16px monospace'].map(
      (font) => {
        pen.font = font
        return pen.measureText('Hamburgefonstiv 0123456789').width
      },
    )
  })
  const chromium = page.context().browser()?.version() ?? ''
  return JSON.stringify({ chromium, system: `${process.platform} ${process.arch}`, widths: widths.join(' ') })
}

/** A small picture of the window as it stands. */
export const takeSmall = async (page: Page): Promise<Buffer> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: 0, y: 0, width, height, scale: SCALE },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}

const pixelsOf = async (page: Page, picture: Buffer): Promise<Pixels> => {
  const found = await page.evaluate(
    async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.drawImage(image, 0, 0)
      const { data } = pen.getImageData(0, 0, image.width, image.height)
      let text = ''
      for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768))
      return { width: image.width, height: image.height, base64: btoa(text) }
    },
    `data:image/webp;base64,${picture.toString('base64')}`,
  )
  return { ...found, data: new Uint8ClampedArray(Buffer.from(found.base64, 'base64')) }
}

/** On the larger of both sizes, so that what one has more counts as different. */
const enlarged = ({ width, height, data }: Pixels, to: { width: number; height: number }): Uint8ClampedArray => {
  if (width === to.width && height === to.height) return data
  const out = new Uint8ClampedArray(to.width * to.height * 4)
  for (let row = 0; row < height; row++)
    out.set(data.subarray(row * width * 4, (row + 1) * width * 4), row * to.width * 4)
  return out
}

/** Red pixels beside a red one: in a tall picture rounding changes many, but here one and there one, a word changes whole strokes. */
const touching = ({ width, height, data }: PNG): number => {
  const isRed = (x: number, y: number): boolean => {
    const at = (y * width + x) * 4
    return x >= 0 && x < width && y >= 0 && y < height && data[at] === 255 && data[at + 1] === 0
  }
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isRed(x, y) && [-1, 0, 1].some((dy) => [-1, 0, 1].some((dx) => (dx || dy) && isRed(x + dx, y + dy)))) count++
  return count
}

/** @returns null: alike; otherwise a PNG with the differences in red, and how many pixels they are */
const differenceOf = async (
  page: Page,
  before: Buffer,
  now: Buffer,
): Promise<{ pixels: number; png: Buffer } | null> => {
  if (before.equals(now)) return null
  const [one, two] = [await pixelsOf(page, before), await pixelsOf(page, now)]
  const size = { width: Math.max(one.width, two.width), height: Math.max(one.height, two.height) }
  const png = new PNG(size)
  pixelmatch(enlarged(one, size), enlarged(two, size), png.data, size.width, size.height)
  const pixels = touching(png)
  return pixels > TOLERANCE ? { pixels, png: PNG.sync.write(png) } : null
}

type Review = {
  /** What changed, most first; nothing while there is no kept set to compare with. */
  changes: Change[]
  /** Not null: why nothing of it need be a change of a screen. */
  otherRendering: string | null
}
type Options = {
  /** Where the review page goes. */
  folder: string
  /** Every screen was taken: kept pictures without a new one are of screens that are gone. */
  whole: boolean
  /** Keeps the new ones. */
  accept: boolean
  /** A blank page, which decodes the pictures. */
  page: Page
  kept?: string
}
/** @param pictures small pictures of this run by name */
export const review = async (
  pictures: ReadonlyMap<string, Buffer>,
  { folder, whole, accept, page, kept = KEPT }: Options,
): Promise<Review> => {
  if (!accept && !existsSync(kept)) return { changes: [], otherRendering: null }
  mkdirSync(kept, { recursive: true })
  const changes: Change[] = []
  const keptFile = (name: string): string => join(kept, `${name}.webp`)
  for (const [name, now] of pictures) {
    if (!existsSync(keptFile(name))) {
      changes.push({ name, now, before: null, difference: null, pixels: Infinity })
    } else {
      const before = readFileSync(keptFile(name))
      const found = await differenceOf(page, before, now)
      if (found) changes.push({ name, now, before, difference: found.png, pixels: found.pixels })
    }
  }
  const all = readdirSync(kept).flatMap((file) => /^(.+)\.webp$/.exec(file)?.[1] ?? [])
  for (const name of whole ? all.filter((one) => !pictures.has(one)) : [])
    changes.push({ name, now: null, before: readFileSync(keptFile(name)), difference: null, pixels: Infinity })
  changes.sort((a, b) => b.pixels - a.pixels || a.name.localeCompare(b.name))
  writeFileSync(join(folder, 'review.html'), reviewPage(changes, pictures.size))
  const renderingFile = join(kept, RENDERING)
  const rendering = await renderingOf(page)
  const keptRendering = existsSync(renderingFile) ? oneLine(readFileSync(renderingFile, 'utf8')) : rendering
  for (const { name, now } of accept ? changes : []) {
    if (now) writeFileSync(keptFile(name), now)
    else rmSync(keptFile(name))
  }
  if (accept && (whole || keptRendering === rendering))
    writeFileSync(renderingFile, `${JSON.stringify(JSON.parse(rendering), null, 2)}\n`)
  const otherRendering =
    keptRendering === rendering
      ? null
      : `The kept set was drawn by ${keptRendering}, these pictures by ${rendering}: letters differ, so the differences are shown but do not count.`
  return { changes, otherRendering }
}
/** However a formatter has laid it out. */
const oneLine = (json: string): string => JSON.stringify(JSON.parse(json))
