// The page on which a recipient ends it, without a sign-in.
export const optOutTexts = {
  title: 'Berhenti menerima pesan',
  lead: (number: string) => `Nomor ${number} tidak akan dikirimi pesan lagi lewat WA Blaster, dari akun mana pun.`,
  leadSealed: 'Nomor yang menerima tautan ini tidak akan dikirimi pesan lagi lewat WA Blaster, dari akun mana pun.',
  act: 'Berhenti menerima pesan',
  acting: 'Menyimpan...',
  done: 'Nomor Anda tidak akan dikirimi pesan lagi.',
  doneNote: 'Berlaku mulai sekarang. Halaman ini boleh ditutup.',
  broken: 'Tautan berhenti berlangganan tidak berlaku.',
  brokenNote: 'Balas BERHENTI pada pesan yang Anda terima; itu juga langsung berlaku.',
} as const
