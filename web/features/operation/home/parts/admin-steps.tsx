// A new installation's way: numbers with consent, a template, proxies.
import type { AdminHome } from '../../../../../contract/operation/home.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Steps } from './steps.tsx'

export function AdminSteps({ home }: { home: AdminHome }) {
  const numbers = home.phones.total > 0
  const templates = home.templates > 0
  // Without proxies the product dials directly, so they alone do not keep the steps on the screen.
  if (numbers && templates) return null
  return (
    <Steps
      title={texts.stepsTitle}
      steps={[
        { ...texts.adminSteps.numbers, to: '/phonenumber/create', done: numbers },
        { ...texts.adminSteps.template, to: '/message/create', done: templates },
        { ...texts.adminSteps.proxy, to: '/proxy/create', done: home.proxies.unUsed + home.proxies.used > 0 },
      ]}
    />
  )
}
