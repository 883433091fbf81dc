import { expect, test } from 'vitest'
import { bracedOf, labelsOf, readOf, unbraced, valuesOf } from './field-values.ts'

const fields = [
  { key: 'kota', name: 'Kota', value: 'Solo' },
  { key: 'kode', name: 'Kode', value: '' },
]
const phone = { name: 'Ani', version: 'v', fields, fields_version: 'f' }

test('rule recipient-fields: an edit reads and sends values by key, with the version that has them', () => {
  expect(valuesOf(phone)).toEqual({ kota: 'Solo', kode: '' })
  expect(readOf(phone)).toMatchObject({ name: 'Ani', version: 'f', '{kota}': 'Solo', '{kode}': '' })
  expect(labelsOf(phone)).toEqual({ '{kota}': { label: 'Kota' }, '{kode}': { label: 'Kode' } })
  const body = { name: 'Ani', ...bracedOf({ kota: 'Klaten', kode: '' }), version: 'f' }
  expect(unbraced(body, phone)).toEqual({ name: 'Ani', version: 'f', fields: { kota: 'Klaten', kode: '' } })
})

test('rule recipient-fields: to a server of the release before, which says none, none are sent', () => {
  const ofBefore = { name: 'Ani', version: 'v' }
  expect(readOf(ofBefore)).toEqual(ofBefore)
  expect(valuesOf(ofBefore)).toEqual({})
  expect(unbraced({ name: 'Budi', version: 'v' }, ofBefore)).toEqual({ name: 'Budi', version: 'v' })
})
