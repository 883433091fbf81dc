// Reads a part of a workbook tag by tag, so that a large one is never whole in memory.
import { Parser } from 'htmlparser2'
import { textOf, type Zip } from './zip.ts'

export type Attributes = Readonly<Record<string, string>>
export type Handlers = {
  open?: (tag: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (tag: string) => void
}
/** Some writers put a name of their own before each tag. */
const plain = (tag: string): string => tag.slice(tag.indexOf(':') + 1)
/** Of another name space, such as `r:id`. */
export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => plain(key) === name)?.[1]

/** @param isOver asked after each piece; true: the rest does not matter. @throws NotRead */
export const readXml = async (
  zip: Zip,
  name: string,
  { open, text, close }: Handlers,
  isOver = (): boolean => false,
): Promise<void> => {
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => open?.(plain(tag), attributes),
      ontext: (piece) => text?.(piece),
      onclosetag: (tag) => close?.(plain(tag)),
    },
    { xmlMode: true },
  )
  for await (const piece of textOf(zip, name)) {
    parser.write(piece)
    if (isOver()) return
  }
  parser.end()
}
