// What a template's media is (rule media-types). Pure.
type Kind = { mime: string; extension: string }
/** Photos are often named after another format than theirs; a file that calls itself no kind of media is refused. */
const NAMED = { image: /^(jpe?g|jfif|png|gif|webp)$/i, video: /^(mp4|m4v)$/i, application: /^pdf$/i }
/** Whether a file's name, if it has an extension, says the sort of media that its bytes are. */
export const isNamedAs = (fileName: string, { mime }: Kind): boolean => {
  const extension = /\.([^.]*)$/.exec(fileName)?.[1]
  const sort = Object.entries(NAMED).find(([name]) => mime.startsWith(`${name}/`))
  return extension === undefined || sort?.[1].test(extension) === true
}
const startsWith = (bytes: Uint8Array, at: number, magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[at + i] === byte)
const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0))

/** The kind of a file by its first bytes, not by its name; null: none of the kinds we send (rule media-types). */
export const sniffMedia = (bytes: Uint8Array): Kind | null => {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return { mime: 'image/jpeg', extension: 'jpg' }
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { mime: 'image/png', extension: 'png' }
  if (startsWith(bytes, 0, ascii('GIF8'))) return { mime: 'image/gif', extension: 'gif' }
  if (startsWith(bytes, 0, ascii('RIFF')) && startsWith(bytes, 8, ascii('WEBP')))
    return { mime: 'image/webp', extension: 'webp' }
  if (startsWith(bytes, 4, ascii('ftyp'))) {
    const brand = String.fromCharCode(...bytes.slice(8, 12))
    return /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash)$/.test(brand) ? { mime: 'video/mp4', extension: 'mp4' } : null
  }
  return startsWith(bytes, 0, ascii('%PDF-')) ? { mime: 'application/pdf', extension: 'pdf' } : null
}
