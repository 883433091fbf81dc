// A withdraw that waits until somebody has looked at its member's signals.
export const heldTexts = {
  badge: 'Ditahan untuk diperiksa',
  own: 'Kami memeriksa permintaan ini dahulu. Uang Anda tidak berkurang, dan permintaan boleh Anda batalkan.',
  office: 'Belum dapat diterima. Admin melepasnya di Member, Perlu diperiksa, atau di atas daftar bila semua ditahan.',
} as const
