// What is kept beside a runner's account socket, from its dial on.
import { RUNNER_HEADERS } from '../../../contract/operation/runner.ts'
import type { Handled } from '../document/handled-rules.ts'

/** leftover: this runner is fenced, and only delivers the facts that it still holds. */
export type SocketTag = {
  epoch: number
  runnerId: string
  bootId: string
  dialledAt: number
  nonce: string
  leftover: boolean
  /** Of a runner that no longer holds the account: its facts that this version could not read. */
  unread?: Handled['unread']
}
export const socketTagOf = ({ url, headers }: Request, dialledAt: number): SocketTag => {
  const query = new URL(url).searchParams
  return {
    epoch: Number(query.get('epoch')),
    leftover: query.has('leftover'),
    runnerId: headers.get(RUNNER_HEADERS.id) ?? '',
    bootId: headers.get(RUNNER_HEADERS.boot) ?? '',
    dialledAt,
    nonce: headers.get(RUNNER_HEADERS.nonce) ?? '',
  }
}
