// What a blast waits for when that is more than the pause between two messages, and when it goes on. Home says it too, so it is apart from the list's texts.
import type { WaitReason } from '../../../contract/sending/waits.ts'

export const blastWaitTexts = {
  window: (when: string) => `Di luar jam kirim. Lanjut sendiri ${when}.`,
  daily_cap: (when: string) => `Batas harian tercapai. Lanjut sendiri ${when}.`,
  cooldown: (when: string) => `Belum ada nomor yang bisa dikirimi. Dicoba lagi ${when}.`,
  rest: (when: string) => `Beristirahat: terlalu banyak penerima berhenti atau tidak menerima. Lanjut sendiri ${when}.`,
  restricted: (when: string) => `Dibatasi WhatsApp. Lanjut sendiri ${when}.`,
  refused: (when: string) => `WhatsApp menolak untuk sementara. Dicoba lagi ${when}.`,
  late: (when: string) => `Pesan terlambat keluar dari server dan belum terkirim. Dicoba lagi ${when}.`,
  no_answer: (when: string) => `WhatsApp belum menjawab pesan terakhir. Dicoba lagi ${when}.`,
  overload: (when: string) => `Server sedang sibuk. Dicoba lagi ${when}.`,
  connection: (when: string) => `Menunggu sambungan. Dicoba lagi ${when}.`,
} as const satisfies Record<Exclude<WaitReason, 'interval'>, (when: string) => string>
