// Tags: words by which the office groups recipients (rule tags).
import { z } from 'zod'
import { wholeNumber } from '../ground/amounts.ts'
import { RANGES } from '../ground/ranges.ts'

export const TAG_LONGEST = 40
/** As many as a screen can list and a person can keep apart. */
export const TAGS_MAX = 200
export const TAG_TAKEN = 'Sudah ada label dengan nama ini.'
export const TOO_MANY_TAGS = 'Paling banyak 200 label. Hapus yang tidak dipakai lagi.'
export const TAG_RENAMED = 'Nama label ini baru saja diganti. Muat ulang halaman.'
export const TAG_OF_CAMPAIGN =
  'Label ini dipakai kampanye yang sedang dimulai, atau yang penerimanya diperbarui tiap jam. Coba lagi setelahnya.'
/** @param names of segments */
export const tagUsedBy = (names: readonly string[]): string =>
  `Label ini dipakai segmen ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` dan ${names.length - 3} lainnya` : ''}. Ubah segmen itu dahulu.`
/** As many recipients as a page of their list shows. */
const PEOPLE_AT_ONCE = 100

export const tagRow = z.object({
  id: z.number(),
  name: z.string(),
  /** Recipients that have it. */
  people: z.number(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type TagRow = z.infer<typeof tagRow>

/** @param row of the file */
export const tagTooLong = (row: number): string =>
  `Label di baris ${row} lebih panjang dari ${TAG_LONGEST} huruf. Pendekkan dulu.`

export const tagName = z
  .string('Tulis nama label.')
  .transform((text) => text.trim().replaceAll(/\s+/g, ' '))
  .pipe(z.string().min(1, 'Tulis nama label.').max(TAG_LONGEST, 'Nama label paling panjang 40 huruf.'))
const id = wholeNumber(RANGES.noticeId)
/** The import's field `tag`; empty or absent: none. */
export const importTag = z
  .string()
  .default('')
  .transform((typed) => (typed.trim() === '' ? null : typed))
  .pipe(tagName.nullable())
export const tagBody = z.object({ name: tagName })
/** was: the name that its person read; another one by now, and nothing is changed. */
export const tagRenameBody = z.object({ id, name: tagName, was: z.string().max(TAG_LONGEST) })
/** on: whether these recipients have it from now on. */
export const tagPeopleBody = z.object({
  tag: id,
  ids: z.array(id).min(1, 'Pilih penerima.').max(PEOPLE_AT_ONCE),
  on: z.boolean(),
})
