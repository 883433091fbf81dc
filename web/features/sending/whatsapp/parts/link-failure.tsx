// Why a link failed, and the next step where pressing the button again would not help (rule linking).
import { Link } from 'react-router'
import { createTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import type { LinkTrouble } from '../link-state.ts'
import type { LinkMode } from './link-steps.tsx'

type Props = { failure: LinkTrouble; mode: LinkMode; onChangeNumber: () => void }

export function LinkFailure({ failure, mode, onChangeNumber }: Props) {
  const { text, reason } = failure
  const act =
    reason === 'already_yours' ? (
      <Link to="/whatsapp" className={buttonClass('secondary', 'sm')}>
        {texts.openList}
      </Link>
    ) : (reason === 'number_unknown' || reason === 'passkey') && mode === 'code' ? (
      <Button variant="secondary" size="sm" onClick={onChangeNumber}>
        {texts.changeNumber}
      </Button>
    ) : null
  return (
    <Alert tone="danger" action={act}>
      {text}
    </Alert>
  )
}
