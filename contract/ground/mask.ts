// What a line of a log must not say (rule log-lines): numbers of people, tokens and keys.
import { maskPhone } from './phone.ts'

/**
 * Ids of ours stay whole: a line without them leads nowhere. A token or a key has 43 signs or more; the person that a sign-in's token names
 * goes with it.
 */
const HIDDEN =
  /(?<id>\b(?:\w+-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(?<secret>[\w-]{43,}(?:~[^\s"]+)?)|(?<number>\d{8,})/gi

export const maskText = (text: string): string =>
  text.replace(HIDDEN, (found: string, ...groups: unknown[]) => {
    const { id, number } = groups.at(-1) as { id?: string; number?: string }
    if (id !== undefined) return id
    return number === undefined ? '•••' : maskPhone(found)
  })
