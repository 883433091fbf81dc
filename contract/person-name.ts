// Names of people who sign in. They stand in mails of the product: one that was a sentence with a link once made ours say it.

/** Control characters and those that change how others are read; line breaks among them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** What a mail program may turn into a link. "M.Rizky" and "Dr.Budi" are names. */
const LINK =
  /[/\\@<>]|:\/|\bwww\.|[\p{L}\d-]\.(?:com|net|org|id|io|co|me|ly|gl|gg|to|cc|tk|ml|ru|cn|link|site|xyz|top|info|biz|app|dev|page|web|shop|store|online|club|live|pro|click)\b/iu

export const isPersonName = (text: string): boolean => !INVISIBLE.test(text) && !LINK.test(text)
/** As a mail may say it: names that older versions stored may be anything. */
export const safeName = (text: string): string => (isPersonName(text) ? text : 'Member')
