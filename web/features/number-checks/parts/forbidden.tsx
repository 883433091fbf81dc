// Said when a job's sender is not connected; leads to where it is linked again. Loaded with the first of them.
import { common, checkTexts as texts } from '../../../texts/indonesian.ts'
import { Confirm } from '../../../ui/confirm.tsx'

export default function Forbidden({ onYes, onClose }: { onYes: () => void; onClose: () => void }) {
  return (
    <Confirm title={texts.forbidden} confirmLabel={common.ok} onConfirm={onYes} onClose={onClose}>
      {texts.forbiddenText}
    </Confirm>
  )
}
