// Shown when a job's sender is not connected; leads to the page that links it again. Its code is loaded when first shown.
import { common, checkTexts as texts } from '../../../../texts/indonesian.ts'
import { Confirm } from '../../../../ui/confirm.tsx'

export default function Forbidden({ onYes, onClose }: { onYes: () => void; onClose: () => void }) {
  return (
    <Confirm title={texts.forbidden} confirmLabel={common.ok} onConfirm={onYes} onClose={onClose}>
      {texts.forbiddenText}
    </Confirm>
  )
}
