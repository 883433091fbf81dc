// What ties somebody to a member, for a reader of both (rule tie-kinds). Apart from the schemas, because screens read it.
import type { TieKind } from './ties.ts'

export const tieNouns: Readonly<Record<TieKind, string>> = {
  bank: 'rekening member diisi atau diubah olehnya',
  credential: 'dapat masuk sebagai satu sama lain',
  common: 'satu orang dapat masuk sebagai keduanya',
  device: 'masuk di perangkat yang sama',
  account: 'memakai rekening yang sama',
}
