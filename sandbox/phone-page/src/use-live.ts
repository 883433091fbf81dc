// Live events of the sandbox: what they touch is fetched again, at most a few times a second.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const SETTLE_MS = 200

const TOUCHES: Record<string, string[]> = {
  message: ['chats'],
  reply: ['chats'],
  receipt: ['chats'],
  revoked: ['chats'],
  paired: ['phones', 'waiting'],
  unlinked: ['phones'],
  online: ['phones'],
  offline: ['phones', 'waiting'],
  waiting: ['waiting'],
  mail: ['mail'],
}

export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    const source = new EventSource('/sandbox/events')
    const touched = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { kind } = JSON.parse(data) as { kind: string }
      for (const key of TOUCHES[kind] ?? []) touched.add(key)
      timer ??= setTimeout(() => {
        timer = undefined
        for (const key of touched) void client.invalidateQueries({ queryKey: [key] })
        touched.clear()
      }, SETTLE_MS)
    })
    // After a lost connection everything may have changed, so all is fetched again.
    source.addEventListener('ready', () => void client.invalidateQueries())
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [client])
}
