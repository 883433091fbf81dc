// A poster of a programme, drawn once: as a picture, and as a PDF of A4 that holds it. Fetched when somebody asks for one.
export type Poster = {
  title: string
  what: string
  from: string
  address: string
  keyword: string
  lead: string
  stop: string
}

/** A4 at 150 dots an inch. */
const WIDTH = 1_240
const HEIGHT = 1_754
const MARGIN = 120
const QR_SIDE = 860
const FACE = 'system-ui, sans-serif'
const INK = '#0b1f1c'

type Line = { text: string; size: number; bold?: boolean; most: number; gap: number }
/** Words that would run over the edge go on in the next line; the last of `most` lines ends with an ellipsis where text is left. */
const linesOf = (draw: CanvasRenderingContext2D, text: string, most: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || draw.measureText(longer).width <= WIDTH - 2 * MARGIN) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`]
}
const write = (draw: CanvasRenderingContext2D, { text, size, bold, most, gap }: Line, from: number): number => {
  draw.font = `${bold ? '700' : '400'} ${size}px ${FACE}`
  let y = from
  for (const line of linesOf(draw, text, most)) {
    y += size * 1.25
    // a word that is longer than the sheet is wide, such as an address, is drawn narrower
    draw.fillText(line, WIDTH / 2, y, WIDTH - 2 * MARGIN)
  }
  return y + gap
}

/** @param code the QR of the address, black on white */
export const drawPoster = (canvas: HTMLCanvasElement, code: HTMLCanvasElement, poster: Poster): void => {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const draw = canvas.getContext('2d')
  if (draw === null) return
  draw.fillStyle = '#ffffff'
  draw.fillRect(0, 0, WIDTH, HEIGHT)
  draw.fillStyle = '#0f766e'
  draw.fillRect(0, 0, WIDTH, 28)
  draw.fillStyle = INK
  draw.textAlign = 'center'
  let y = write(draw, { text: poster.title, size: 88, bold: true, most: 2, gap: 20 }, 70)
  y = write(draw, { text: poster.what, size: 42, most: 3, gap: 8 }, y)
  y = write(draw, { text: poster.from, size: 34, most: 2, gap: 0 }, y)
  draw.imageSmoothingEnabled = false
  draw.drawImage(code, (WIDTH - QR_SIDE) / 2, y, QR_SIDE, QR_SIDE)
  y = write(draw, { text: poster.lead, size: 38, most: 1, gap: 12 }, y + QR_SIDE - 20)
  y = write(draw, { text: poster.address, size: 48, bold: true, most: 1, gap: 24 }, y)
  y = write(draw, { text: poster.keyword, size: 56, bold: true, most: 1, gap: 16 }, y)
  write(draw, { text: poster.stop, size: 32, most: 2, gap: 0 }, y)
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the browser made no picture'))), 'image/png'),
  )
export const pdfOf = async (canvas: HTMLCanvasElement, title: string): Promise<Blob> => {
  const [{ PDFDocument, PageSizes }, png] = await Promise.all([import('@cantoo/pdf-lib'), pngOf(canvas)])
  const file = await PDFDocument.create()
  file.setTitle(title)
  const picture = await file.embedPng(await png.arrayBuffer())
  const page = file.addPage(PageSizes.A4)
  page.drawImage(picture, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
  return new Blob([await file.save()], { type: 'application/pdf' })
}
