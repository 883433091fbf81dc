// What the mail with a checkpoint and the public page say around it (rule checkpoints). Mails are Indonesian.
type TextOf = { note: string; verifiers: readonly string[]; place: string }

const WHAT =
  'Titik periksa ini mewakili semua catatan layanan sampai hari itu: audit, saldo, persetujuan, permintaan berhenti, dan impor. ' +
  'Siapa pun yang menyimpannya dapat membuktikan kelak bahwa tidak ada yang diubah sejak itu.'
const HOW = 'Simpan di luar layanan ini. Cara memeriksa: npm run verify-record -- --checkpoint BERKAS'
const keysOf = (verifiers: readonly string[]): string => ['Kunci publik:', ...verifiers].join('\n')

export const checkpointMail = ({ note, verifiers, place, day }: TextOf & { day: string }) => ({
  subject: `Titik periksa catatan ${day}`,
  text: [WHAT, HOW, note.trimEnd(), keysOf(verifiers), place].join('\n\n'),
})
/** @param notes newest first */
export const checkpointPage = ({
  notes,
  verifiers,
  place,
}: Omit<TextOf, 'note'> & { notes: readonly { day: string; note: string }[] }): string =>
  [
    `Catatan ${place}`,
    WHAT,
    HOW,
    'English: signed checkpoints of this place’s records (c2sp.org/tlog-checkpoint). Keep one elsewhere: it proves what was on record.',
    keysOf(verifiers),
    ...(notes.length === 0
      ? ['Belum ada hari yang ditutup.']
      : notes.map(({ day, note }) => `${day}\n${note.trimEnd()}`)),
    '',
  ].join('\n\n')
