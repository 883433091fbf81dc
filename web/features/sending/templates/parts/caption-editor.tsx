// The editor of a caption, on TipTap: only bold, italic, strike and links, because WhatsApp has no more. Anything else that
// is pasted becomes plain text. Its code is loaded when a form is shown.
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Link } from '@tiptap/extension-link'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { EditorContent, useEditor } from '@tiptap/react'
import { templateTexts as texts } from '../../../../texts/indonesian.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { WaBold, WaItalic, WaStrike } from './typed-marks.ts'

const EXTENSIONS = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  WaBold,
  WaItalic,
  WaStrike,
  UndoRedo,
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    protocols: ['tel', 'mailto'],
    isAllowedUri: (url) => /^(https?:|tel:|mailto:)/i.test(url),
    HTMLAttributes: { rel: null, target: null },
  }),
]
type Props = {
  /** The initial caption; later changes of this value are ignored. */
  html: string
  onChange: (html: string) => void
  invalid: boolean
  describedBy: string
  /** Keys of the fields of recipients. */
  fields: readonly string[]
}

export default function CaptionEditor({ html, onChange, invalid, describedBy, fields }: Props) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    injectCSS: false,
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
    editorProps: {
      attributes: () => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': texts.caption,
        'aria-describedby': describedBy,
        'aria-invalid': String(invalid),
        class:
          'min-h-40 px-3 py-2.5 text-base leading-6 break-words whitespace-pre-wrap outline-none sm:text-sm [&_a]:text-accent-text [&_a]:underline',
      }),
    },
  })
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-lg border bg-surface focus-within:outline-2 focus-within:outline-(--ring)',
        invalid ? 'border-danger' : 'border-line-strong/60',
      )}
    >
      <EditorToolbar editor={editor} fields={fields} />
      <EditorContent editor={editor} />
    </div>
  )
}
