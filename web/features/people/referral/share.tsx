// Passes a person's own referral link on: to a chat of WhatsApp with a text that is ready, or to the clipboard.
import { Copy, Share2 } from 'lucide-react'
import { referralLink } from '../../../lib/session/referral.ts'
import { referralTexts as texts } from '../../../texts/indonesian.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notify.tsx'

export function Share({ code }: { code: string }) {
  const link = referralLink(code)
  const copy = (): void =>
    void navigator.clipboard.writeText(link).then(
      () => notify.success(texts.copied),
      () => notify.error(texts.copyFailed),
    )
  return (
    <>
      <Button variant="secondary" size="sm" onClick={copy}>
        <Copy aria-hidden className="size-4" />
        {texts.copy}
      </Button>
      {/* Without a number: WhatsApp asks whom it is for. */}
      <a
        href={`https://wa.me/?text=${encodeURIComponent(texts.shareText(link))}`}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass('primary', 'sm')}
      >
        <Share2 aria-hidden className="size-4" />
        {texts.share}
      </a>
    </>
  )
}
