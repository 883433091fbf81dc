// The picker of a file, in the words that it has everywhere.
import type { ComponentProps } from 'react'
import { listTexts as texts } from '../../texts/indonesian.ts'
import { FilePicker } from '../../ui/file-picker.tsx'
import { formatBytes } from '../format/format.ts'

const WORDS = {
  choose: texts.fileChoose,
  drop: texts.fileDrop,
  change: texts.fileChange,
  remove: texts.fileRemove,
  size: formatBytes,
}
export const FileField = (props: Omit<ComponentProps<typeof FilePicker>, 'words'>) => (
  <FilePicker {...props} words={WORDS} />
)
