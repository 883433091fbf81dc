// What members are told while a trouble delays what they wait for (rule service-line).
import type { ServiceState } from '../../../contract/operation/status.ts'

export const serviceTexts = {
  label: 'Keterangan layanan',
  lines: {
    sending: 'Pengiriman sedang tertunda. Kami sedang memperbaikinya; blast lanjut sendiri setelahnya.',
    earnings: 'Pendapatan terbaru terlambat masuk. Kami sedang memperbaikinya; tidak ada yang hilang.',
  } as Readonly<Partial<Record<ServiceState, string>>>,
} as const
