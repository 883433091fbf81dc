// What an uploaded file plainly is, by its first bytes, whatever it is called. The page refuses it before a byte is sent, and the server all
// the same (rule imports). Pure.
/** sheet: an Excel file of today, or any other zip. */
export type ForeignKind = 'picture' | 'pdf' | 'sheet' | 'oldExcel' | 'archive' | 'web'

/** So many bytes are enough. */
export const KIND_BYTES = 512
const SIGNATURES: readonly [ForeignKind, readonly string[]][] = [
  ['picture', ['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8']],
  ['pdf', ['%PDF-']],
  ['sheet', ['PK\u0003\u0004', 'PK\u0005\u0006']],
  ['oldExcel', ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1']],
  ['archive', ['\u001f\u008b', 'Rar!\u001a\u0007', '7z\u00bc\u00af\u0027\u001c']],
]
/** Byte by byte, so that nothing is decoded. */
const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** null: it may well be text. */
export const foreignKind = (first: Uint8Array): ForeignKind | null => {
  const begin = latin(first.subarray(0, KIND_BYTES))
  const found = SIGNATURES.find(([, signs]) => signs.some((sign) => begin.startsWith(sign)))
  if (found) return found[0]
  if (begin.startsWith('RIFF') && begin.slice(8, 12) === 'WEBP') return 'picture'
  // of phones: HEIC and films
  if (begin.slice(4, 8) === 'ftyp') return 'picture'
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|table|\?xml)/i.test(begin) ? 'web' : null
}

/** An Excel file is read in the browser up to so many rows; the server takes a CSV of it. */
export const SHEET_MAX_ROWS = 200_000
