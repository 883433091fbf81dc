import { describe, expect, test } from 'vitest'
import { choose, formSchema, type Values } from './form-schema.ts'

describe('the form', () => {
  const filled: Values = { sender: { id: 'acc1', label: '62811' }, message: ' Halo ', targets: ['62812'] }
  test('is sent with its message trimmed', () => {
    expect(formSchema.parse(filled)).toEqual({ ...filled, message: 'Halo' })
  })

  test.each<[Partial<Values>, string]>([
    [{ sender: null }, 'Pilih pengirim.'],
    [{ message: ' ' }, 'Tulis pesan.'],
    [{ targets: [] }, 'Pilih penerima.'],
  ])('without %o says %s', (changes, message) => {
    const { error } = formSchema.safeParse({ ...filled, ...changes })
    expect(error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('choosing receivers', () => {
  test.each([
    [[], '62811', ['62811']],
    [['62811'], '62812', ['62811', '62812']],
    [['62811', '62812'], '62811', ['62812']],
    [['62811'], 'All', ['All']],
    [['All'], '62811', ['62811']],
    [['All'], 'All', []],
  ])('%j and %s make %j', (before, target, after) => expect(choose(before, target)).toEqual(after))
})
