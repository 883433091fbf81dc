// The QR: black on white with its quiet zone, in either theme, as large as the place allows.
import { QRCodeSVG } from 'qrcode.react'
import { createTexts } from '../../../texts/indonesian.ts'

const QUIET_MODULES = 4

export default function Qr({ value }: { value: string }) {
  return (
    <div className="w-full max-w-96 rounded-xl bg-white p-1 max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)]">
      <QRCodeSVG
        value={value}
        level="L"
        size={384}
        marginSize={QUIET_MODULES}
        bgColor="#ffffff"
        fgColor="#000000"
        role="img"
        aria-label={createTexts.qrAlt}
        shapeRendering="crispEdges"
        className="h-auto w-full"
      />
    </div>
  )
}
