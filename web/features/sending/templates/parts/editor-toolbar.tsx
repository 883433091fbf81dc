// The toolbar above the caption: marks, link and placeholders.
import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Braces, Hash, Italic, Link2, type LucideIcon, Strikethrough, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { templateTexts as texts } from '../../../../texts/indonesian.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { part } from '../../../../ui/part.tsx'

const LinkDialog = part(() => import('./link-dialog.tsx'))
type ToolProps = { icon: LucideIcon; label: string; shown?: string; on?: boolean; onPress: () => void }

function Tool({ icon: Icon, label, shown, on, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      // A press must not take the focus, or the caption would lose its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={classNames(
        'inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-md px-2 text-[13px]',
        on ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4" />
      {shown}
    </button>
  )
}

/** @param fields keys of the fields of recipients */
export function EditorToolbar({ editor, fields }: { editor: Editor; fields: readonly string[] }) {
  const [linking, setLinking] = useState<string | null>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      strike: now.isActive('strike'),
      link: now.isActive('link'),
    }),
  })
  const press = () => editor.chain().focus()
  const setLink = (url: string | null): void => {
    setLinking(null)
    const chain = press().extendMarkRange('link')
    if (url === null) chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      press()
        .insertContent({ type: 'text', text: url, marks: [{ type: 'link', attrs: { href: url } }] })
        .run()
    else chain.setLink({ href: url }).run()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would be a form's part
    <div role="group" aria-label={texts.toolbar} className="flex flex-wrap gap-0.5 border-b border-line p-1.5">
      <Tool icon={Bold} label={texts.bold} on={on.bold} onPress={() => press().toggleBold().run()} />
      <Tool icon={Italic} label={texts.italic} on={on.italic} onPress={() => press().toggleItalic().run()} />
      <Tool icon={Strikethrough} label={texts.strike} on={on.strike} onPress={() => press().toggleStrike().run()} />
      <Tool
        icon={Link2}
        label={texts.link}
        on={on.link}
        onPress={() => setLinking((editor.getAttributes('link')['href'] as string | undefined) ?? '')}
      />
      <Tool
        icon={UserRound}
        label={texts.insert(texts.insertName, '{name}')}
        shown={texts.insertName}
        onPress={() => press().insertContent('{name}').run()}
      />
      <Tool
        icon={Hash}
        label={texts.insert(texts.insertNumber, '{phoneNumber}')}
        shown={texts.insertNumber}
        onPress={() => press().insertContent('{phoneNumber}').run()}
      />
      {fields.map((key) => (
        <Tool
          key={key}
          icon={Braces}
          label={texts.insert(key, `{${key}}`)}
          shown={key}
          onPress={() => press().insertContent(`{${key}}`).run()}
        />
      ))}
      {linking !== null && (
        <Suspense fallback={null}>
          <LinkDialog url={linking} onSet={setLink} onClose={() => setLinking(null)} />
        </Suspense>
      )}
    </div>
  )
}
