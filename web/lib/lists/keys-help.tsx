// The keys of a list, shown by ?.
import { common, listTexts } from '../../texts/indonesian.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useLetters } from './use-list-keys.ts'

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const letters = useLetters()
  return (
    <Dialog open onClose={onClose} title={listTexts.keys} closeLabel={common.close}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {listTexts.keyRows.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-line bg-surface-2 px-2 py-1 font-mono text-[13px]">{keys}</kbd>
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Checkbox label={listTexts.lettersHint} checked={letters.on} onChange={letters.toggle} />
      </div>
    </Dialog>
  )
}
