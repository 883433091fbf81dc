// Words that a person reads stand in the page's texts or in the contract, so that one place says how we speak. Code with
// an Indonesian sentence in it fails here.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

/** Words that hardly any Indonesian sentence does without. */
const INDONESIAN =
  /\b(tidak|belum|sudah|anda|untuk|nomor|harus|gagal|sedang|dengan|telah|wajib|lagi|dari|yang|akun|baris|berhasil|pilih|gunakan|berkas|tanpa|setelah|halo|selain|tautan|kirim|simpan|hapus|batal|cari|semua)\b/i
/** Names of columns in files that people bring are data. The page's functions are deployed alone, without what others share. */
const DATA = new Set(['domain/recipients/imports/rules.ts', 'web/functions/plain-page.ts'])

const sources = execFileSync('git', ['ls-files', 'worker', 'domain', 'durable-objects', 'runner', 'web'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !file.startsWith('web/texts/') && !DATA.has(file))

/** Strings, templates and what stands between tags; comments are for us. */
const wordsOf = (file: string): string[] => {
  const code = readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:])\/\/.*$/gm, '$1')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=;()]+)</g)].map(
    (m) => m[1] ?? m[2] ?? m[3] ?? m[4] ?? '',
  )
}

test('no Indonesian words outside of the page’s texts and the contract', () => {
  const found = sources.flatMap((file) =>
    wordsOf(file)
      .filter((words) => INDONESIAN.test(words))
      .map((words) => `${file}: ${words.trim().slice(0, 80)}`),
  )
  expect(found).toEqual([])
})
