import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BEFORE, D1_LOG, type Logged } from '../simulate/metered.ts'
import { replay } from './replay.ts'

test('rows are those that workerd counts: index entries are rows, and each phase and database has its own', async () => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-replay-'))
  const log = join(home, 'log')
  // a primary key of text is an index, too
  const lines: Logged[] = [
    {
      of: 'A/1',
      phase: BEFORE,
      statements: [
        ['create table t (id integer primary key, n text)', []],
        ['create index t_n on t (n)', []],
      ],
    },
    {
      of: 'A/1',
      phase: 'sending',
      statements: [
        ['insert into t (id, n) values (?, ?)', [1, 'a']],
        ['insert into t (id, n) values (?, ?)', [2, { base64: 'AQI=' }]],
      ],
    },
    { of: 'A/1', phase: 'sending', statements: [['insert into t (id, n) values (?, ?)', [1, 'again']]] },
    { of: 'A/1', phase: 'idle', statements: [['select * from t where typeof(n) = ?', ['blob']]] },
    { of: D1_LOG, phase: 'idle', statements: [['insert into counters (name, value) values (?, ?)', ['x', 1]]] },
  ]
  writeFileSync(log, lines.map((line) => JSON.stringify(line)).join('\n'))
  try {
    const { rows, statements } = await replay(log)
    expect(rows['sending']).toMatchObject({ 'A/1': { written: 4 } })
    expect(rows['idle']).toMatchObject({ 'A/1': { read: 2, written: 0 }, [D1_LOG]: { written: 2 } })
    expect(Object.values(statements).find(({ phase }) => phase === 'sending')).toMatchObject({ times: 2, written: 4 })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}, 60_000)
