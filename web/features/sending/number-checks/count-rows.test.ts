import { expect, test } from 'vitest'
import { countRows } from './count-rows.ts'

test.each<[string, string, number | null]>([
  ['a.csv', 'number,name\r\n62811,A\r\n62812,B\r\n', 2],
  ['a.csv', '62811\n62812\n62813', 3],
  ['a.CSV', '\ufeffnumber\n\n62811\n\n', 1],
  ['a.csv', '"62811","A"\n', 1],
  ['a.csv', '', 0],
  ['a.json', '[{"number":"62811"},"62812"]', 2],
  ['a.json', '{"number":"62811"}', null],
  ['a.json', '[', null],
])('%s holding %j has %s rows', async (name, text, rows) => expect(await countRows(new File([text], name))).toBe(rows))
