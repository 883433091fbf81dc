// What fills a member's home besides its numbers, apart from its other texts: the document shows it before the page (first-paint/figures.ts).
export const homeFigureTexts = {
  memberGreeting: (name: string) => `Hai, ${name}...`,
  /** What a message pays now, and why. */
  earns: {
    own: (fee: string) => `${fee} per pesan · tarif khusus Anda`,
    level: (fee: string, level: string) => `${fee} per pesan · level ${level}`,
    setting: (fee: string) => `${fee} per pesan · tarif umum`,
  },
  levelNext: (left: string, name: string) => `${left} sukses lagi ke ${name}`,
  levelPays: (fee: string) => `, ${fee} per pesan`,
  levelSoon: (name: string) => `Naik ke ${name} setelah pesan sukses berikutnya`,
  levelTop: 'Anda sudah di level tertinggi.',
}
