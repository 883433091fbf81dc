// A new member's way: first link, first blast, first withdrawal.
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Steps } from './steps.tsx'

type Props = { linked: boolean; blasted: boolean; withdrawn: boolean }

export function MemberSteps({ linked, blasted, withdrawn }: Props) {
  return (
    <Steps
      quiet
      title={texts.stepsTitle}
      steps={[
        { ...texts.memberSteps.link, to: '/whatsapp/create', done: linked },
        { ...texts.memberSteps.blast, to: '/whatsapp', done: blasted },
        { ...texts.memberSteps.withdraw, to: '/withdraw', done: withdrawn },
      ]}
    />
  )
}
