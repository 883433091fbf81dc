// Terms and conditions.
import type { termsText as indonesian } from '../indonesian/terms.ts'
import type { InEnglish } from '../in-english.ts'

export const termsText: InEnglish<typeof indonesian> = {
  title: 'Terms and Conditions',
  updated: 'In force since 1 November 2026. The Indonesian text is the binding one.',
  intro:
    'This service rents members’ WhatsApp accounts to send messages to people who agreed to receive them. By signing up you agree to the terms below.',
  parts: [
    {
      title: 'Your account',
      text: [
        'You are 18 or older and give correct details. One person uses one account. Keep your password secret; you answer for all that is done with your account.',
        'Tell Admin/CS at once if someone else uses your account.',
      ],
    },
    {
      title: 'Lending WhatsApp accounts',
      text: [
        'You link only WhatsApp numbers that are yours or whose owner permits it. Before the first link you read and accept an explanation of the risks.',
        'WhatsApp may restrict or block numbers that send messages automatically. We respect those limits and stop when WhatsApp asks for it, but we cannot promise that your number is not restricted.',
        'You can stop a blast, end a link and delete a WhatsApp account at any time.',
      ],
    },
    {
      title: 'Messages only for those who agreed',
      text: [
        'Messages are sent only to recipients whose consent is recorded. A recipient stops messages by replying BERHENTI, and that request holds for all accounts, at once.',
        'The service must not be used for fraud, hate speech, gambling, pornography or anything else that breaks Indonesian law.',
      ],
    },
    {
      title: 'Earnings',
      text: [
        'You earn for every message that WhatsApp’s server accepted, at the price of your level when it was sent. Failed messages are not paid.',
        'Rule #1: do not delete or change sent messages. Deleting or changing a message that was paid cancels its earnings and suspends that WhatsApp account. An account that was suspended three times cannot be activated again.',
        'Referral earnings are counted from what the people you invited earn, at the percentage in force.',
      ],
    },
    {
      title: 'Withdrawals',
      text: [
        'A withdrawal is at least Rp 10.000 and is paid to a bank account in your name. Requests are checked before they are paid and may be rejected if the bank details are incomplete or these terms were broken; the amount then returns to your balance.',
      ],
    },
    {
      title: 'Suspension and end of the service',
      text: [
        'We may suspend accounts that break these terms. You may stop at any time by deleting your WhatsApp accounts and asking Admin/CS to close your account.',
      ],
    },
    {
      title: 'Liability',
      text: [
        'The service is given as it is. We are not part of WhatsApp LLC or Meta. Our liability is at most your balance at the time of the damage, unless the law says otherwise.',
      ],
    },
    {
      title: 'Changes and governing law',
      text: [
        'Changes of these terms are announced on the dashboard at least 7 days before they take effect. These terms are subject to the law of the Republic of Indonesia.',
      ],
    },
  ],
}
