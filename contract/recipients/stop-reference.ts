// What somebody's letter is known by when their number is stopped or erased.
import { z } from 'zod'

/** Where it was asked for: the letter's or ticket's number. It stays in the audit log after the person is erased. */
export const reference = z
  .string('Isi nomor surat atau tiket permintaan.')
  .trim()
  .min(3, 'Isi nomor surat atau tiket permintaan.')
  .max(120)

/** Digits of a stored number that a person writes in any form: without the country's code. */
const LOCAL = 2

type Asked = { number: string; reference?: string | undefined }

/** A reference outlives an erasure, so it must not tell the number. */
export const namesNobody = <T extends Asked>(asked: T): boolean =>
  !(asked.reference ?? '').replace(/\D/g, '').includes(asked.number.slice(LOCAL))

export const NAMES_NOBODY = {
  path: ['reference'],
  message: 'Jangan tulis nomor orangnya di sini: keterangan ini tetap disimpan setelah datanya dihapus.',
}
