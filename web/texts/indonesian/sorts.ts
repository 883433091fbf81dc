// What lists may be sorted by, as the menu says it.
import type { Sort } from '../../../contract/ground/sorts.ts'

export const sortTexts = {
  label: 'Urutkan',
  choices: {
    '-createdAt': 'Terbaru',
    createdAt: 'Terlama',
    name: 'Nama A–Z',
    '-name': 'Nama Z–A',
    '-income': 'Pendapatan tertinggi',
    income: 'Pendapatan terendah',
    '-success': 'Sukses terbanyak',
    success: 'Sukses tersedikit',
    '-nominal': 'Nominal tertinggi',
    nominal: 'Nominal terendah',
    '-use': 'Paling sering dipakai',
    use: 'Paling jarang dipakai',
    number: 'Nomor naik',
    '-number': 'Nomor turun',
  } satisfies Record<Sort, string>,
} as const
