// The words that end sending to a person (rule opt-out-words), those by which they ask for it again, and how a message is compared with them.
const OPT_OUT_WORDS = ['STOP', 'BERHENTI', 'UNSUB', 'UNSUBSCRIBE', 'JANGAN KIRIM'] as const
export const OPT_OUT_LINE = 'Balas BERHENTI untuk berhenti menerima pesan.'
/** By which somebody who has stopped asks for messages again (rule lift). */
const OPT_IN_WORDS = ['MULAI', 'LANJUT', 'START'] as const
/** A longer text is no keyword. What it means all the same is judged in the runner (rule own-words). */
export const OPT_OUT_MAX_CHARS = 64

/** The text trimmed, in upper case, with single spaces, without closing punctuation or emoji. */
export const normalizeReply = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}\u{200D}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s\p{P}]+$/u, '')
    .trim()
    .toUpperCase()

/** @param stopTitles titles of the stop buttons that this account has sent */
export const isOptOut = (text: string, stopTitles: readonly string[] = []): boolean => {
  if (text.length > OPT_OUT_MAX_CHARS) return false
  const reply = normalizeReply(text)
  if (reply === '') return false
  return (OPT_OUT_WORDS as readonly string[]).includes(reply) || stopTitles.some((t) => normalizeReply(t) === reply)
}

/** By which somebody asks what is kept about them (rule info-answer). */
const INFO_WORD = 'INFO'
export const isInfo = (text: string): boolean => text.length <= OPT_OUT_MAX_CHARS && normalizeReply(text) === INFO_WORD
/** The whole text is such a word. What ends sending comes first: nothing is both. */
export const isOptIn = (text: string): boolean =>
  text.length <= OPT_OUT_MAX_CHARS && (OPT_IN_WORDS as readonly string[]).includes(normalizeReply(text))
