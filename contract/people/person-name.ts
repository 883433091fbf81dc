// Names of people who sign in: what others read on screens and in notices, and no sentence with a link.

/** Control characters and those that change how others are read; line breaks among them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** What a mail program may turn into a link. "M.Rizky" and "Dr.Budi" are names. */
const LINK =
  /[/\\@<>]|:\/|\bwww\.|[\p{L}\d-]\.(?:com|net|org|id|io|co|me|ly|gl|gg|to|cc|tk|ml|ru|cn|link|site|xyz|top|info|biz|app|dev|page|web|shop|store|online|club|live|pro|click)\b/iu

export const isPersonName = (text: string): boolean => !INVISIBLE.test(text) && !LINK.test(text)
