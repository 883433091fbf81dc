// A small picture for the template with media, drawn by code so that the repository needs no binary file.
import { PNG } from 'pngjs'

const WIDTH = 480
const HEIGHT = 270

/** A warm gradient with a lighter band, as PNG. */
export const promoPicture = (): Buffer => {
  const png = new PNG({ width: WIDTH, height: HEIGHT })
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = (y * WIDTH + x) * 4
      const band = Math.abs(x - y * 1.2 - 90) < 40 ? 40 : 0
      png.data[at] = Math.min(255, 20 + Math.round((x / WIDTH) * 60) + band)
      png.data[at + 1] = Math.min(255, 110 + Math.round((y / HEIGHT) * 70) + band)
      png.data[at + 2] = Math.min(255, 100 + Math.round((x / WIDTH) * 50) + band)
      png.data[at + 3] = 255
    }
  }
  return PNG.sync.write(png)
}
