import { expect, test } from 'vitest'
import { WITHDRAW_STAGES } from '../../../../contract/money/withdraw.ts'
import { proofProblem } from '../../../lib/payouts/proof-file.ts'
import { actsOf, decisionOf, mayTakeBack, takesProof } from './act-rules.ts'

const item = { cancelled: false, payout: null, returnAskedBy: null, acceptedBefore: false }
test('rule paid-is-paid: only what the server allows is offered', () => {
  const offered = WITHDRAW_STAGES.map((stage) => [stage, ...actsOf({ ...item, stage })].join(' '))
  expect(offered).toEqual([
    'requested accepted rejected',
    'accepted ordered requested',
    'ordered returned',
    'paid returned',
    'returned requested',
    'rejected requested',
  ])
  expect(WITHDRAW_STAGES.filter((stage) => takesProof({ stage }))).toEqual(['ordered', 'paid'])
})
test('what is frozen, taken back or waits for a second person is offered nothing', () => {
  expect(actsOf({ ...item, stage: 'requested', payout: 3 })).toEqual([])
  expect(actsOf({ ...item, stage: 'ordered', payout: 3 })).toEqual(['returned'])
  expect(actsOf({ ...item, stage: 'ordered', returnAskedBy: 'Sari' })).toEqual([])
  expect(actsOf({ ...item, stage: 'rejected', cancelled: true })).toEqual([])
})
test('rule withdraw-cancel: a member is offered to take back what waits and was never accepted', () => {
  expect(WITHDRAW_STAGES.filter((stage) => mayTakeBack({ ...item, stage }))).toEqual(['requested'])
  expect(mayTakeBack({ ...item, stage: 'requested', acceptedBefore: true })).toBe(false)
  expect(mayTakeBack({ ...item, stage: 'requested', payout: 1 })).toBe(false)
})
test('who accepted a request is not said to have transferred or paid it', () => {
  const decided = [
    { status: 'accepted', stage: 'accepted' },
    { status: 'accepted', stage: 'ordered' },
    { status: 'accepted', stage: 'paid' },
    { status: 'rejected', stage: 'returned' },
    { status: 'rejected', stage: 'rejected' },
  ] as const
  expect(decided.map(decisionOf)).toEqual(['accepted', 'accepted', 'accepted', 'returned', 'rejected'])
})
test('rule payout-proof: a file that cannot be a proof is refused before it is sent', () => {
  const image = { type: 'image/png', size: 2 * 1024 * 1024 }
  expect(proofProblem(image)).toBeUndefined()
  expect(proofProblem({ ...image, size: image.size + 1 })).toBe('Bukti paling besar 2 MB.')
  expect(proofProblem({ ...image, type: 'application/pdf' })).toBe('Bukti harus berupa gambar png, jpg, atau webp.')
  expect(proofProblem({ ...image, type: '' }), 'some systems do not name the kind').toBeUndefined()
})
