// The mails of alerts (rule alerts), which are Indonesian.
import { FIGURE_TEXTS, SUBJECT_TEXTS } from './trouble-words.ts'
import type { TroubleFigures } from './troubles.ts'
import { showWhole } from '../ground/value-texts.ts'

type About = { title: string; subject: string; next: string; since: string; ended: string | null; runbook: string } & {
  figures: TroubleFigures
}
const at = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`
const figuresLine = (figures: TroubleFigures): string =>
  Object.entries(figures)
    .map(([name, value]) => FIGURE_TEXTS[name as keyof TroubleFigures](showWhole(value)))
    .join(', ')
/** The mail about the start or the end of a trouble (rule alerts). */
export const troubleMail = (trouble: About, place: string): { subject: string; text: string } => {
  const subject = (SUBJECT_TEXTS as Record<string, string>)[trouble.subject] ?? trouble.subject
  const what = subject === '' ? trouble.title : `${trouble.title} (${subject})`
  const figures = figuresLine(trouble.figures)
  const lines =
    trouble.ended === null
      ? [`Sejak ${at(trouble.since)}.`, figures, trouble.next, `Panduan: ${trouble.runbook}`, place]
      : [`Selesai ${at(trouble.ended)}, sejak ${at(trouble.since)}.`, `Panduan: ${trouble.runbook}`, place]
  return {
    subject: trouble.ended === null ? `Gangguan: ${what}` : `Selesai: ${what}`,
    text: [what, ...lines.filter((line) => line !== '')].join('\n\n'),
  }
}
/** To see whether alerts arrive. */
export const testMail = (place: string): { subject: string; text: string } => ({
  subject: 'Peringatan percobaan',
  text: ['Ini percobaan: tidak ada gangguan. Peringatan gangguan akan datang ke alamat ini.', place].join('\n\n'),
})
