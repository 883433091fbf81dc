// /account-check?id=: why an account sends or does not, by its name, number or id (rule account-check).
import { useSearchParams } from 'react-router'
import { AccountAnswer } from '../../../lib/account-check/answer.tsx'
import { formText } from '../../../lib/forms/form-text.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { accountCheckTexts as texts } from '../../../texts/indonesian.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Input } from '../../../ui/input.tsx'

export default function AccountCheck() {
  const [params, setParams] = useSearchParams()
  const find = params.get('id') ?? ''
  return (
    <>
      <ScreenHead title={texts.title} note={texts.lead} />
      <Card className="flex min-w-0 flex-col gap-4 p-4">
        <form
          key={find}
          role="search"
          className="flex min-w-0 flex-col gap-2 sm:flex-row lg:max-w-lg"
          onSubmit={(event) => {
            event.preventDefault()
            const typed = formText(new FormData(event.currentTarget), 'id').trim()
            setParams(typed === '' ? {} : { id: typed })
          }}
        >
          <Input
            type="search"
            name="id"
            aria-label={texts.find}
            placeholder={texts.findHint}
            defaultValue={find}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
          />
          <Button type="submit">{texts.show}</Button>
        </form>
        {find === '' ? (
          <p className="text-ink-2">{texts.empty}</p>
        ) : (
          <AccountAnswer find={find} linkOf={(id) => `/account-check?id=${encodeURIComponent(id)}`} />
        )}
      </Card>
    </>
  )
}
