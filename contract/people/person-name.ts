// Names of people who sign in: what others read on screens and in notices, and no sentence with a link.

/** Control characters and those that change how others are read; line breaks among them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** What a mail program may turn into a link. "M.Rizky" and "Dr.Budi" are names. */
const LINK =
  /[/\\@<>]|:\/|\bwww\.|[\p{L}\d-]\.(?:com|net|org|id|io|co|me|ly|gl|gg|to|cc|tk|ml|ru|cn|link|site|xyz|top|info|biz|app|dev|page|web|shop|store|online|club|live|pro|click)\b/iu

export const isPersonName = (text: string): boolean => !INVISIBLE.test(text) && !LINK.test(text)

/** Why this is no name, with the sign that is to go. Of a link the whole word, since its dot alone is in good names, too. */
export const nameProblem = (text: string): string => {
  const link = INVISIBLE.test(text) ? null : LINK.exec(text)
  const word = link && text.split(/\s+/).find((one) => LINK.test(one))
  const sign = word ? `“${word.slice(0, 40)}”` : null
  const said = 'Nama tidak boleh berisi tautan atau karakter khusus.'
  return sign === null ? `${said} Hapus tanda yang tidak terlihat.` : `${said} Hapus ${sign}.`
}
