// What was typed into a plain form's text box.
export const formText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
/** Back to what was typed wrongly, all of it chosen, so that the next key replaces it; nothing where the form is gone. */
export const goToField = (form: HTMLFormElement, name: string): void => {
  const field = form.isConnected ? form.elements.namedItem(name) : null
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}
