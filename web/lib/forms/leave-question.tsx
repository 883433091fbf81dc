// The question before a changed form is left. It stands in the frame of all screens; its code is fetched ahead.
import { Suspense } from 'react'
import { formTexts } from '../../texts/indonesian.ts'
import { part } from '../../ui/part.tsx'
import { useLeaveQuestion } from './leaving.ts'

const Question = part(() => import('../../ui/leave-confirm.tsx'))

export function LeaveQuestion() {
  const { isAsked, yes, close } = useLeaveQuestion()
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <Question words={formTexts} onYes={yes} onClose={close} />
    </Suspense>
  )
}
