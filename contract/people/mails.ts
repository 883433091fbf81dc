// The mails to people about their sign-in and their account.

/**
 * Mails name nobody: a person who signs up chooses a name and any email, and ours would say that name to the owner of the mailbox
 * (rule mails-without-names).
 */
const GREETING = 'Halo,'

/** The mail about a new device, or a change of what a person signs in with or is paid to (rules sign-ins, present-password). */
export const securityMail = (sentence: string): { subject: string; text: string } => ({
  subject: 'Keamanan akun Anda',
  text: [GREETING, sentence].join('\n\n'),
})

/** The mail with a link to a new password (rule reset-link). */
export const resetMail = (link: string): { subject: string; text: string } => ({
  subject: 'Atur ulang kata sandi',
  text: [
    GREETING,
    'Kami menerima permintaan untuk mengatur ulang kata sandi akun Anda. Buka tautan ini dalam 30 menit:',
    link,
    'Abaikan pesan ini bila Anda tidak memintanya. Kata sandi Anda tidak berubah.',
  ].join('\n\n'),
})

/** To the address of a sign-up, at once and whenever its owner asks for it again (rule confirmed-email). */
export const welcomeMail = (link: string): { subject: string; text: string } => ({
  subject: 'Selamat datang, konfirmasi email Anda',
  text: [
    GREETING,
    'Alamat ini dipakai untuk mendaftar, dan akunnya sudah dapat dipakai. Buka tautan ini dalam 24 jam untuk mengonfirmasi bahwa alamat ini milik Anda:',
    link,
    'Abaikan pesan ini bila Anda tidak mendaftar.',
  ].join('\n\n'),
})

/** The mails about a new email (rule new-email). */
export const newEmailMail = (link: string): { subject: string; text: string } => ({
  subject: 'Konfirmasi email baru',
  text: [
    GREETING,
    'Alamat ini diminta menjadi email akun Anda. Buka tautan ini dalam 24 jam untuk memakainya:',
    link,
    'Abaikan pesan ini bila Anda tidak memintanya.',
  ].join('\n\n'),
})

/** To the mailbox of an email that somebody has already: the person who asked for it gets the same answer as for any other. */
export const emailInUseMail = (): { subject: string; text: string } => ({
  subject: 'Alamat email Anda diminta untuk akun lain',
  text: [
    GREETING,
    'Seseorang meminta alamat ini menjadi email akun lain. Alamat ini sudah menjadi email akun Anda, jadi tidak ada yang berubah.',
    'Anda tidak perlu melakukan apa pun.',
  ].join('\n\n'),
})

export const emailAskedMail = (): { subject: string; text: string } => ({
  subject: 'Email akun Anda akan diganti',
  text: [
    GREETING,
    'Seseorang yang mengetahui kata sandi meminta email akun Anda diganti. Email ini tetap berlaku sampai alamat barunya dikonfirmasi.',
    'Bila bukan Anda, segera ganti kata sandi Anda: permintaan itu lalu batal.',
  ].join('\n\n'),
})

export const emailChangedMail = (): { subject: string; text: string } => ({
  subject: 'Email akun Anda sudah diganti',
  text: [
    GREETING,
    'Email akun Anda sudah diganti, dan alamat ini tidak lagi dipakai untuk masuk.',
    'Bila bukan Anda, segera hubungi Admin/CS.',
  ].join('\n\n'),
})

/** To whom an admin closed: no screen can tell them. */
export const closedMail = (reason: string): { subject: string; text: string } => ({
  subject: 'Akun Anda sudah ditutup',
  text: [
    GREETING,
    `Akun Anda ditutup oleh admin. Alasan: ${reason}`,
    'Akun WhatsApp Anda sudah dilepas. Saldo dan permintaan withdraw Anda tetap tercatat. Hubungi Admin/CS bila ada pertanyaan.',
  ].join('\n\n'),
})
