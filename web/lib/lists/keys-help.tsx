// The keys of a list, shown by ?.
import { common, listTexts } from '../../texts/indonesian.ts'
import { Dialog } from '../../ui/dialog.tsx'

export default function KeysHelp({ onClose }: { onClose: () => void }) {
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
    </Dialog>
  )
}
