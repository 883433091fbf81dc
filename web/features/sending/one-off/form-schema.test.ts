import { describe, expect, test } from 'vitest'
import type { Template } from '../../../../contract/sending/templates.ts'
import { choose, formSchema, type Values } from './form-schema.ts'

describe('the form', () => {
  const [sender, targets] = [{ id: 'acc1', label: '62811' }, ['62812']]
  const template: Template = {
    id: 't1',
    version: 'v',
    media: null,
    text: 'Hai',
    text_wa: 'Hai',
    button: [],
    status: 'active',
    only_campaigns: false,
    count_use: 0,
    count_success: 0,
    count_fail: 0,
    count_stop: 0,
    paused: null,
    topic: '',
    name: '',
  }
  const filled: Values = { sender, way: 'text', message: ' Halo ', template, targets }
  test('is sent with its message trimmed', () => {
    expect(formSchema.parse(filled)).toEqual({ sender, targets, message: 'Halo', templateId: null })
  })
  test('is sent with the template, whatever was written before', () => {
    const sent = { sender, targets, message: 't1', templateId: 't1' }
    expect(formSchema.parse({ ...filled, way: 'template' })).toEqual(sent)
    expect(formSchema.parse({ ...filled, way: 'template', message: '' })).toEqual(sent)
  })

  test.each<[Partial<Values>, string[]]>([
    [{ sender: null }, ['Pilih pengirim.']],
    [{ message: ' ' }, ['Tulis pesan.']],
    [{ message: 'x'.repeat(4_001) }, ['Pesan paling panjang 4.000 karakter.']],
    [{ targets: [] }, ['Pilih penerima.']],
    [{ way: 'template', template: null }, ['Pilih template.']],
    [{ way: 'template', template: null, targets: [] }, ['Pilih penerima.', 'Pilih template.']],
    [{ sender: null, message: '', targets: [] }, ['Pilih pengirim.', 'Pilih penerima.', 'Tulis pesan.']],
  ])('with %o says %s', (changes, messages) => {
    const { error } = formSchema.safeParse({ ...filled, ...changes })
    expect(error?.issues.map((issue) => issue.message)).toEqual(messages)
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
