// What the builder of a segment says where a count fails (rule segments).
import { expect, test } from 'vitest'
import { segmentTexts as texts } from '../../texts/indonesian.ts'
import { ApiError } from '../api/api-error.ts'
import { countLost } from './count-lost.ts'

test('an answer that was lost on its way is no error of the server', () => {
  expect(countLost(new ApiError(0, 'Internal server error'))).toBe(texts.countFailed)
})
test('what the server or the page says stays as it is', () => {
  expect(countLost(new ApiError(422, 'Label sudah dihapus.'))).toBeNull()
  expect(countLost(new ApiError(0, 'Sambungan terputus.', { reason: 'offline' }))).toBeNull()
})
