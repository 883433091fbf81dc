// A call that was refused, failed, or got no answer, with the text to show.
import type { ErrorBody, FieldErrors } from '../../../contract/ground/errors.ts'

export class ApiError extends Error {
  readonly status: number
  readonly reason: string
  readonly code: number | undefined
  readonly fields: FieldErrors | undefined
  readonly edited: ErrorBody['edited']
  constructor(status: number, message: string, body: Partial<ErrorBody> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.reason = body.reason ?? ''
    this.code = body.code
    this.fields = body.fields
    this.edited = body.edited
  }
}
