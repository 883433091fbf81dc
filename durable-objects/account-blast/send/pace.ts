// When the next message may leave, and what the day's cap has left (rule daily-cap).
import { countsOfDay } from '../../../domain/sending/blast/rules.ts'
import type { SendPart } from '../document/document.ts'

export type DayCounts = Pick<SendPart, 'day' | 'sentToday' | 'sentYesterday'>
export const setDay = (doc: SendPart, { day, sentToday, sentYesterday }: DayCounts): void => {
  doc.day = day
  doc.sentToday = sentToday
  doc.sentYesterday = sentYesterday
}
/** A day that is over becomes the one before. */
export const rollDay = (doc: SendPart, now: number): void => {
  const sent = countsOfDay({ day: doc.day, today: doc.sentToday, yesterday: doc.sentYesterday }, now)
  setDay(doc, { day: sent.day, sentToday: sent.today, sentYesterday: sent.yesterday })
}
/** A message leaves: the interval counts from now on, and again from the message's end. */
export const paceSend = (doc: SendPart, gapMs: number, now: number): void => {
  doc.gapMs = gapMs
  doc.nextSendAt = now + gapMs
  doc.sentToday += 1
}
/** The interval counts from the end of the message, whatever its outcome is. */
export const paceEnd = (doc: SendPart, now: number): void => {
  doc.nextSendAt = now + doc.gapMs
}
/** The message never left. */
export const paceTakeBack = (doc: SendPart, nextSendAt: number): void => {
  doc.sentToday = Math.max(0, doc.sentToday - 1)
  doc.nextSendAt = nextSendAt
}
