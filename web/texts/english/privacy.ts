// Privacy policy.
import type { privacyText as indonesian } from '../indonesian/privacy.ts'
import type { InEnglish } from '../in-english.ts'

export const privacyText: InEnglish<typeof indonesian> = {
  title: 'Privacy Policy',
  updated: 'In force since 1 November 2026. The Indonesian text is the binding one.',
  intro:
    'This policy explains which personal data we process, why, and your rights under Law Number 27 of 2022 of the Republic of Indonesia on the protection of personal data.',
  parts: [
    {
      title: 'Members’ data',
      text: [
        'We keep your name, email, the hash of your password (not the password), the bank account for withdrawals, your referral code, and the record of your earnings and withdrawals. We need this to run the service and to pay you.',
        'We record when your account was signed in to, failed to be or was changed, for 5 years; the first part of the network address, the country and the device are deleted after a year. Every day we count signs that earnings should be checked. Such a sign delays a withdrawal at most; a person always decides.',
      ],
    },
    {
      title: 'Data of WhatsApp accounts',
      text: [
        'We keep the number, display name, state of the connection and session of each account you link. A session is stored encrypted, is used only to send messages, and is deleted when you delete the account.',
        'We keep neither your conversations nor recipients’ replies. A reply is only checked, when it arrives, for a request to stop, for INFO and for a keyword of joining; of any other we only record that there was one.',
        'The number of your account is shown to people who want to join only if you allow that in your profile. You can take that back at any time.',
      ],
    },
    {
      title: 'Recipients’ data',
      text: [
        'We keep a recipient’s number and name with the proof of consent: its source, its time, and who recorded it. The history of consent is kept for 5 years as proof.',
        'Whoever joins by writing a keyword agrees to the text on its joining page. We keep the time and the id of that message, not its content. Opening a joining page or checking a receipt is not recorded.',
        'What was sent to a recipient stays on record for 90 days, or as long as the rest between two messages where that is longer; afterwards only counts are left.',
        'Of each campaign we record whether a recipient’s message was delivered, read and answered, and never what the answer said. Thirty days after the campaign’s end that is kept apart from number and name, and after 400 days it is deleted.',
        'A recipient who asks to stop gets no more messages from any account. If their data is erased, we keep only a hash of the number that cannot be read back, so that the request to stop still holds.',
      ],
    },
    {
      title: 'Cookies and storage in the browser',
      text: [
        'We use a cookie to keep you signed in, and local storage for the theme, the language, the referral code and the last figures of the dashboard. We use no advertising or tracking cookies.',
        'The sign-up form uses Cloudflare Turnstile to tell people from programs.',
      ],
    },
    {
      title: 'Who processes data',
      text: [
        'The service runs on Cloudflare. Messages are sent through WhatsApp. We do not sell personal data and give it to others only where the law requires it.',
      ],
    },
    {
      title: 'Security',
      text: [
        'Connections are encrypted, passwords are stored as salted hashes, WhatsApp sessions are encrypted, and everything that operators do is recorded in an audit log.',
        'If the protection of personal data fails, we tell you and the competent authority within 3 x 24 hours.',
      ],
    },
    {
      title: 'Your rights',
      text: [
        'You have the right to see, correct, erase and move your personal data, to withdraw consent, and to object. Change your data on the Profile page, or contact Admin/CS.',
        'Recipients withdraw their consent by replying BERHENTI. By replying INFO they get the link to their own page: there they read, download and erase their data, save a receipt of their consent, snooze messages, stop, or say that they never agreed.',
      ],
    },
  ],
}
