// Bodies of the controls. A phone is 62 and 8 to 13 digits, in whatever way people write it.
import { z } from 'zod'

const MAX_TEXT = 4096

function normalisePhone(written: string): string {
  const digits = written.replaceAll(/[\s()+.-]/g, '')
  if (digits.startsWith('08')) return `62${digits.slice(1)}`
  return digits.startsWith('8') ? `62${digits}` : digits
}

export const phone = z
  .union([z.string(), z.number()], { error: 'Nomor telepon wajib diisi.' })
  .transform((written) => normalisePhone(String(written)))
  .pipe(z.string().regex(/^62\d{8,13}$/, 'Nomor telepon harus 62 diikuti 8 sampai 13 angka.'))

const text = (name: string) =>
  z
    .string({ error: `${name} wajib diisi.` })
    .trim()
    .min(1, `${name} wajib diisi.`)

export const scanBody = z
  .object({ phone, qr: z.string().max(2000).optional(), latest: z.boolean().optional() })
  .refine(({ qr, latest }) => latest === true || Boolean(qr?.trim()), { error: 'Kode QR wajib diisi.', path: ['qr'] })
export const codeBody = z.object({ phone, code: text('Kode').pipe(z.string().max(20)) })
export const replyBody = z.object({
  from: phone,
  to: phone,
  text: text('Teks').pipe(z.string().max(MAX_TEXT, 'Teks terlalu panjang.')),
  lid: z.boolean().optional(),
})
export const deleteBody = z.object({ phone, messageId: text('ID pesan').pipe(z.string().max(100)) })
export const readBody = z.object({ phone, from: phone.optional() })
export const unlinkBody = z.object({ phone, deviceId: z.number().int().positive().optional() })
export const contactsBody = z
  .object({ from: phone, to: phone.optional(), registered: z.boolean({ error: 'registered harus true atau false.' }) })
  .refine(({ from, to }) => to === undefined || Number(from) <= Number(to), {
    error: 'Nomor awal harus lebih kecil dari nomor akhir.',
    path: ['from'],
  })
export const hintBody = z.object({ qr: text('Kode QR').pipe(z.string().max(2000)) })
export const phoneBody = z.object({ phone, name: z.string().trim().max(60).optional() })
export const mailBody = z.object({
  to: text('Penerima').pipe(z.string().max(320)),
  subject: z.string().max(998).default(''),
  text: z.string().max(200_000).default(''),
  html: z.string().max(500_000).default(''),
})
