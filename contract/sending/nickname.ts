// The name that an owner gives an account (rule nickname).
import { z } from 'zod'

const NICKNAME_MAX = 30
/** Control characters, line ends, and those that are not seen or turn the direction of what follows; emoji keep their joiner. */
const HIDDEN = /[\p{Cc}\p{Co}\p{Cs}\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
/** An admin reads these names, and a notice shows them: nobody is to be led anywhere by one. */
const LINK = /:\/\/|\bwww\.|\.(?:com|net|org|info|biz|id|me|co|io|app|dev|link|xyz|site|online|shop|store|ly|gg)\b/iu

export const nickname = z
  .string('Tulis nama akun.')
  .trim()
  .min(1, 'Tulis nama akun.')
  .refine((text) => [...text].length <= NICKNAME_MAX, 'Nama akun paling panjang 30 karakter.')
  .refine((text) => !HIDDEN.test(text), 'Nama akun hanya boleh berisi huruf, angka, tanda baca, dan emoji.')
  .refine((text) => !LINK.test(text), 'Nama akun tidak boleh berisi tautan.')
/** null: its name is taken away. */
export const nicknameBody = z.object({ id: z.string().min(1).max(80), nickname: nickname.nullable() })
