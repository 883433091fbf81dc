// The figures of a member's home: what each is and how it reads. The page shows them, and before its script has come the document
// itself does (web/first-paint/figures.ts).
import { percentOf } from '../../../../contract/ground/percent.ts'
import type { MemberHome } from '../../../../contract/operation/home.ts'
import { earnsText } from '../../../lib/format/earning.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { homeFigureTexts as texts } from '../../../texts/indonesian.ts'

type Figure = { pick: (home: MemberHome) => number; format: (value: number) => string }
export const MEMBER_FIGURES = {
  connected: { pick: (home) => home.whatsapp.connectedCount, format: formatNumber },
  disconnected: { pick: (home) => home.whatsapp.disconnectedCount, format: formatNumber },
  success: { pick: (home) => home.total.successCount, format: formatNumber },
  fail: { pick: (home) => home.total.failCount, format: formatNumber },
  income: { pick: (home) => home.todayIncome, format: formatRupiah },
  balance: { pick: (home) => home.balance, format: formatRupiah },
  bonus: { pick: (home) => home.bonus, format: formatRupiah },
} as const satisfies Record<string, Figure>

/** 141 sukses lagi ke Perak, Rp 125 per pesan. */
const wayTo = (next: NonNullable<MemberHome['level']['next']>, left: number): string => {
  if (left <= 0) return texts.levelSoon(next.name)
  const pays = next.blast_fee === null ? '' : texts.levelPays(formatRupiah(next.blast_fee))
  return texts.levelNext(formatNumber(left), next.name) + pays
}
/** What a message pays, the way to the next level, and how much of it is done. */
export const levelOf = ({ level, earning, total }: MemberHome): { earns: string; way: string; percent: number } => {
  const { next } = level
  const [from, to] = [level.requirement_blast, next?.requirement_blast ?? 0]
  return {
    earns: earnsText(earning, level.name),
    way: next ? wayTo(next, to - total.successCount) : texts.levelTop,
    percent: next ? Math.min(100, Math.max(0, percentOf(total.successCount - from, Math.max(1, to - from)))) : 100,
  }
}
export const greetingOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  // who has no last name writes a dash, because the form asks for one
  texts.memberGreeting([firstname, lastname].filter((part) => /[\p{L}\p{N}]/u.test(part)).join(' '))
