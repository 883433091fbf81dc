// Over a form with an amount that is more than three times the usual: it is typed once more, without the first one in sight.
import { type SyntheticEvent, useState } from 'react'
import { RANGES } from '../../../contract/ground/ranges.ts'
import { readWhole } from '../../../contract/ground/read-numbers.ts'
import { common, typedTwiceTexts as texts } from '../../texts/indonesian.ts'
import { answerTo } from '../../ui/answer-to.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberField } from './number-field.tsx'

/** why: the server's words. */
type Asked = { why: string; amount: number; isPercent: boolean }
type Answered = (isSame: boolean) => void

function Question({ why, amount, isPercent, onDone }: Asked & { onDone: Answered }) {
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const range = isPercent ? RANGES.percent : RANGES.fee
  const end: Answered = (isSame) => {
    setOpen(false)
    onDone(isSame)
  }
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const read = readWhole(typed, range)
    if ('problem' in read) return setProblem(read.problem)
    if (read.value !== amount) return setProblem(texts.differs)
    end(true)
  }
  return (
    <Dialog open={open} onClose={() => end(false)} title={texts.title} description={why} closeLabel={common.close}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <NumberField
          label={isPercent ? texts.percent : texts.rupiah}
          range={range}
          typed={typed}
          value={typed}
          error={problem || undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem('')
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => end(false)}>
            {common.cancel}
          </Button>
          <Button type="submit">{texts.send}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** false: the person went back. */
export const askTyped = (about: Asked): Promise<boolean> =>
  answerTo<boolean>((onDone) => <Question {...about} onDone={onDone} />)
