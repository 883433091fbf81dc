// After a refusal: to the first field in sight that is wrong, also where the form library knows no box of it (a picker, a row of buttons).
// On a phone it stands far above the button, and nothing seems to have happened.
import { useEffect, useState } from 'react'

const goToWrong = (form: Element): void => {
  const found = form.querySelector('[aria-invalid="true"], fieldset [role="alert"]')
  const box = found?.matches('[role="alert"]')
    ? found.closest('fieldset')?.querySelector('select, input, button')
    : found
  if (box instanceof HTMLElement) box.focus()
}
/** To be called with the form; it goes there once the errors stand beside its fields. */
export const useToWrong = (): ((form: Element) => void) => {
  const [refused, setRefused] = useState<{ form: Element } | null>(null)
  useEffect(() => {
    if (refused) goToWrong(refused.form)
  }, [refused])
  return (form) => setRefused({ form })
}
