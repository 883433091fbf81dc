// Puts a file into the person's downloads.
const HELD_MS = 60_000

export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the address only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS)
}
