// Reads a QR from the camera or from a picture; the decoder is loaded only when one of them is used.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { texts } from './texts.ts'

interface Props {
  onFound: (qr: string) => void
}

const LOOK_EVERY_MS = 250

async function decode(source: CanvasImageSource, width: number, height: number): Promise<string | undefined> {
  const { default: jsQR } = await import('jsqr')
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || width === 0) return undefined
  context.drawImage(source, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return jsQR(data, width, height)?.data || undefined
}

export function QrCamera({ onFound }: Props) {
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        className="button"
        onClick={() => {
          setFailed(false)
          setOpen(!open)
        }}
      >
        {open ? texts.stopCamera : texts.scanCamera}
      </button>
      {failed && <p role="alert">{texts.cameraFailed}</p>}
      {open && (
        <Viewfinder
          onFound={(qr) => {
            setOpen(false)
            onFound(qr)
          }}
          onFailed={() => {
            setOpen(false)
            setFailed(true)
          }}
        />
      )}
    </div>
  )
}

function Viewfinder({ onFound, onFailed }: Props & { onFailed: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onFound)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    let stream: MediaStream | undefined
    let stopped = false
    const look = async (): Promise<void> => {
      const view = video.current
      if (stopped || !view) return
      const qr = await decode(view, view.videoWidth, view.videoHeight)
      if (stopped) return
      if (qr) found(qr)
      else setTimeout(() => void look(), LOOK_EVERY_MS)
    }
    const start = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (stopped || !video.current) return
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    start().catch(() => failed())
    return () => {
      stopped = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return <video ref={video} muted playsInline aria-label={texts.camera} className="w-full rounded-lg bg-black" />
}

export function QrPicture({ onFound }: Props) {
  const [failed, setFailed] = useState(false)
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setFailed(false)
    try {
      const picture = await createImageBitmap(file)
      const qr = await decode(picture, picture.width, picture.height)
      if (qr) onFound(qr)
      else setFailed(true)
    } catch {
      setFailed(true)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <label className="button flex items-center justify-center has-focus-visible:outline-2 has-focus-visible:outline-accent">
        {texts.qrImage}
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ''
          }}
        />
      </label>
      {failed && <p role="alert">{texts.noQrInImage}</p>}
    </div>
  )
}
