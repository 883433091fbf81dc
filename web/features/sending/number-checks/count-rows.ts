// Counts roughly how many numbers a file holds, as a stream before the upload, so that the form can say how long they take.
// The server counts exactly; a quoted line break or an empty row makes a difference of one here.
const NEWLINE = 10
const JSON_MOST_BYTES = 20 * 1024 * 1024

const countLines = async (file: Blob): Promise<number> => {
  const reader = file.stream().getReader()
  let lines = 0
  let last = NEWLINE
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (const byte of value) {
      // An empty line holds no number.
      if (byte === NEWLINE && last !== NEWLINE) lines += 1
      if (byte !== 13) last = byte
    }
  }
  return last === NEWLINE ? lines : lines + 1
}

const hasHeader = async (file: Blob): Promise<boolean> => !/^[\s"'+]*\d/.test(await file.slice(0, 200).text())

/** null: this kind of file can only be counted when all of it is in memory. */
export const countRows = async (file: File): Promise<number | null> => {
  if (file.name.toLowerCase().endsWith('.csv')) {
    const lines = await countLines(file)
    return Math.max(0, lines - ((await hasHeader(file)) ? 1 : 0))
  }
  if (file.size > JSON_MOST_BYTES) return null
  try {
    const rows: unknown = JSON.parse(await file.text())
    return Array.isArray(rows) ? rows.length : null
  } catch {
    return null
  }
}
