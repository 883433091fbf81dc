// The reasons of closes and of held withdraws that nobody wrote.
export const reasonTexts = {
  /** Of a person who closed their own account. */
  closedByOwner: 'Ditutup oleh pemiliknya sendiri.',
  /** Of a hold on withdraws that nobody put: the score did (rule score-hold). */
  heldByScore: 'Ada beberapa tanda yang perlu diperiksa dahulu.',
  /** Of a hold that a member asks for, because somebody tied to them waits to decide (rule wait-objection). */
  objected: 'Member menekan Bukan saya: orang yang terikat dengannya menunggu untuk memutuskan withdraw-nya.',
}
