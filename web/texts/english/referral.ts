// Referrals.
import type { referralTexts as indonesian } from '../indonesian/referral.ts'
import type { InEnglish } from '../in-english.ts'

export const referralTexts: InEnglish<typeof indonesian> = {
  title: 'Referrals',
  totalTitle: (total: string) => `Total referrals ${total}`,
  terms: (percent: string) =>
    percent === '0'
      ? 'There is no referral income at present.'
      : `You get ${percent}% of what everybody who registered with your link earns by blasts, as long as they send. It takes nothing from their income.`,
  loadFailed: 'Error fetching Referral list',
  columns: { name: 'Name', email: 'Email', income: 'Earnings' },
  emptyMember: 'Share your referral link. A part of what people earn who sign up with it is yours.',
  emptyAdmin: 'No member has signed up with a referral code yet.',
  copy: 'Copy link',
  copied: 'Referral link copied.',
  copyFailed: 'The link could not be copied. Copy it from the Profile page.',
  share: 'Share on WhatsApp',
  shareText: (link: string) =>
    `Hello! I lend my WhatsApp account at WA Blaster and earn with every message that is sent. Sign up with my link: ${link}`,
}
