// What forms say beside the contract's words about a field.
import type { formTexts as indonesian } from '../indonesian/forms.ts'
import type { InEnglish } from '../in-english.ts'

export const formTexts: InEnglish<typeof indonesian> = {
  error: (text: string) => `Error: ${text}`,
  booked: (amount: string) => `Will be recorded as ${amount}`,
  sure: 'Are you sure?',
  leaveTitle: 'Changes are not saved',
  leaveText: 'What you entered is lost if you leave this form.',
  leaveYes: 'Discard changes',
  leaveNo: 'Stay here',
  searching: 'Searching...',
  nothingFound: 'Nothing matches.',
  othersUnsaved: 'Saved. Other input on this screen is not saved yet, so the screen stays open.',
  presentPassword: 'Your current password',
  presentPasswordHint: 'Asked for because only you may make this change.',
  presentPasswordMissing: 'Enter your current password.',
}
