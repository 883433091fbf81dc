// The dialog for the address of a link in the caption.
import { useState } from 'react'
import { isCaptionLink } from '../../../../../contract/ground/addresses.ts'
import { common, templateTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'

type Props = { url: string; onSet: (url: string | null) => void; onClose: () => void }

const isAddress = (url: string): boolean => URL.canParse(url) && isCaptionLink(url)

export default function LinkDialog({ url, onSet, onClose }: Props) {
  const [typed, setTyped] = useState(url)
  const [problem, setProblem] = useState<string>()
  const set = (): void => {
    const address = typed.trim()
    if (isAddress(address)) onSet(address)
    else setProblem(texts.linkInvalid)
  }
  return (
    <Dialog open onClose={onClose} title={texts.linkTitle} closeLabel={common.close}>
      {/* No form of its own: in React's tree the dialog is inside the template's form, which it would submit. */}
      <div className="flex flex-col gap-4">
        <Field label={texts.linkUrl} hint={texts.linkHint} error={problem}>
          {(control) => (
            <Input
              {...control}
              type="url"
              value={typed}
              autoComplete="off"
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(undefined)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                set()
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          {url !== '' && (
            <Button variant="secondary" onClick={() => onSet(null)}>
              {texts.linkRemove}
            </Button>
          )}
          <Button onClick={set}>{texts.linkSet}</Button>
        </div>
      </div>
    </Dialog>
  )
}
