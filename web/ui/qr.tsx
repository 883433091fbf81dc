// The QR: black on white with its quiet zone, in either theme, as large as the place allows.
import { QRCodeSVG } from 'qrcode.react'

const QUIET_MODULES = 4

/** @param className its width. @param alt what it is for */
export default function Qr({ value, alt, className }: { value: string; alt: string; className: string }) {
  return (
    <div className={`rounded-xl bg-white p-1 ${className}`}>
      <QRCodeSVG
        value={value}
        level="L"
        size={384}
        marginSize={QUIET_MODULES}
        bgColor="#ffffff"
        fgColor="#000000"
        role="img"
        aria-label={alt}
        shapeRendering="crispEdges"
        className="h-auto w-full"
      />
    </div>
  )
}
